/**
 * Keeps an entity's attention items about its registers true: entries to post, alerts of their kinds, and journals changed
 * or deleted in Xero.
 */
import { isDeepStrictEqual } from 'node:util';
import pMap from 'p-map';
import {
  addDays,
  businessDate,
  type CalendarDate,
  earliestOf,
  formatDay,
  formatShortDay,
} from '../../domain/calendar.ts';
import { formatMoney, sumCents } from '../../domain/money.ts';
import { amountOf } from '../../domain/registers/entries.ts';
import { REGISTER_ALERT_KINDS, type RegisterAlert } from '../../domain/registers/register-kind.ts';
import { saySome } from '../../domain/text.ts';
import type { Ids } from '../lib/ids.ts';
import {
  type AttentionItem,
  attentionWrite,
  entityCause,
  readAttention,
  type StoredAttentionKind,
} from '../records/entities/attention.ts';
import { ENTITY } from '../records/entities/attention-keys.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readChanges } from '../records/registers/changes.ts';
import type { StoredEntry } from '../records/registers/entries.ts';
import { knownByKind, readNews } from '../records/registers/kinds.ts';
import {
  isInUse,
  isWatched,
  listRegisters,
  type OwnedRegister,
  type RegisterReview,
} from '../records/registers/register.ts';
import { keepReview } from '../records/registers/register-writes.ts';
import { statedEntries, workOut, type WorkedRegister } from '../records/registers/state.ts';
import { acceptanceOf, type Finding } from '../records/schedules/findings.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { commit, type Table, type TableReader, tryCommit, type Write } from '../store/table.ts';
import { readRegisterStates } from './register-books.ts';

type Item = readonly [StoredAttentionKind, AttentionItem | null];

/** A register with its due entries and alerts. */
interface Reviewed {
  readonly register: OwnedRegister;
  readonly review: RegisterReview;
}

interface ReviewOptions {
  /** Uses no kept reviews, since what they depend on outside the register has changed. */
  readonly isAfresh?: boolean;
  /** Entries on their way to Xero count as entries to post. */
  readonly countsPosting?: boolean;
}

/** Compares the attention items of an entity's registers with their state, and writes what differs. */
export async function reviewRegisters(
  table: Table,
  entity: OwnedEntity,
  today: CalendarDate,
  options: ReviewOptions = {},
): Promise<void> {
  const items = await itemsNow(table, entity, today, options);
  if (items.length > 0) await commit(table, [attentionWrite(entity, items)]);
}

/** The ends of the subjects of messages that announce items. */
const SUBJECTS = {
  'division-7a-due': 'a repayment of a Division 7A loan is missing',
  'division-7a-agreement': 'a Division 7A loan has no agreement',
  'division-7a-rate': 'a benchmark rate is missing',
} as const;

interface Announcing {
  readonly table: Table;
  readonly ids: Ids;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * The same at the end of a run of auto posting. Messages announce what needs a user since: entries that have come due, or
 * why they were not posted, and alerts.
 * @param hasFailed whether entries could not be posted: those on their way count as well then.
 * @param failure why, where users are to be told now.
 */
export async function announceReview(
  { table, ids, now }: Announcing,
  entity: OwnedEntity,
  today: CalendarDate,
  { hasFailed, failure }: { readonly hasFailed: boolean; readonly failure: string | null },
): Promise<void> {
  const items = await itemsNow(table, entity, today, { countsPosting: hasFailed });
  const newOf = (kind: StoredAttentionKind) => items.find(([name]) => name === kind)?.[1] ?? null;
  const messageOf = (kind: StoredAttentionKind, subject: string, item: AttentionItem, more = ''): Write =>
    messageWrite({
      tenantId: entity.tenantId,
      now,
      date: today,
      id: ids.uuid(),
      about: `${kind}#${entity.entityId}`,
      minimumRole: 'Member',
      entityId: entity.entityId,
      subject: `${entity.name}: ${subject}`,
      message: `${item.text}${more}`,
      actionRequired: true,
      cause: entityCause(entity, kind),
      isInDigest: true,
      link: linkOf(entity, item),
    });
  const due = newOf('register-due');
  const stored = due === null && failure !== null ? await readAttention(table, entity) : null;
  const toPost = due ?? stored?.itemOf('register-due', ENTITY) ?? null;
  const dueSubject =
    failure === null ? 'entries of registers are to be posted' : 'entries could not be posted';
  const writes = [
    ...(items.length > 0 ? [attentionWrite(entity, items)] : []),
    ...(toPost === null
      ? []
      : [messageOf('register-due', dueSubject, toPost, failure === null ? '' : ` ${failure}`)]),
    ...REGISTER_ALERT_KINDS.flatMap((kind) => {
      const item = newOf(kind);
      return item === null ? [] : [messageOf(kind, SUBJECTS[kind], item)];
    }),
  ];
  if (writes.length > 0) await commit(table, writes);
  await announceNews({ table, ids, now }, entity, today);
}

/** Tells an organisation once of what its kinds of registers have to say. */
async function announceNews(
  { table, ids, now }: Announcing,
  { tenantId }: OwnedEntity,
  today: CalendarDate,
): Promise<void> {
  for (const { told, ...message } of await readNews({ table, tenantId, today })) {
    await tryCommit(table, [
      told,
      messageWrite({
        ...message,
        tenantId,
        now,
        date: today,
        id: ids.uuid(),
        minimumRole: 'Member',
        entityId: null,
        isInDigest: true,
      }),
    ]);
  }
}

const linkOf = ({ entityId }: OwnedEntity, { registerId }: AttentionItem): string =>
  `/entity/${entityId}/registers${registerId === undefined ? '' : `/${registerId}`}`;

async function itemsNow(
  table: Table,
  entity: OwnedEntity,
  today: CalendarDate,
  options: ReviewOptions,
): Promise<Item[]> {
  const attention = await readAttention(table, entity);
  const isKnown = (kind: StoredAttentionKind): boolean => attention.itemOf(kind, ENTITY) !== null;
  const reviewed = await reviewsOf(table, entity, today, options);
  const items: Item[] = [
    ['register-due', dueItem(reviewed)],
    ...REGISTER_ALERT_KINDS.map((kind): Item => [kind, alertItem(reviewed, kind)]),
    ...(isKnown('document-missing') || isKnown('document-changed')
      ? await deviationsNow(table, entity, today)
      : []),
  ];
  return items.filter(([kind, item]) => {
    const known = attention.itemOf(kind, ENTITY);
    return !isDeepStrictEqual(known, item);
  });
}

/** Registers reviewed at the same time. */
const AT_ONCE = 10;

/**
 * The reviews of an entity's registers. Each is kept, so that a write works out the register that it is about, and the
 * others only once their reviews are over.
 */
async function reviewsOf(
  table: Table,
  entity: OwnedEntity,
  today: CalendarDate,
  { isAfresh = false, countsPosting = false }: ReviewOptions,
): Promise<Reviewed[]> {
  const watched = (await listRegisters(table, entity)).filter(isWatched);
  const known = knownByKind({ table, tenantId: entity.tenantId, today });
  return pMap(
    watched,
    async (register) => {
      const kept = isAfresh || countsPosting ? null : keptReview(register, today);
      if (kept) return { register, review: kept };
      const changes = register.changeNumber > 0 ? await readChanges(table, register) : [];
      const worked = workOut(register, changes, await known(register.kind));
      const review = reviewOf(register, worked, today, countsPosting);
      if (!countsPosting) await keepReview(table, register, review);
      return { register, review };
    },
    { concurrency: AT_ONCE },
  );
}

function keptReview({ review, version }: OwnedRegister, today: CalendarDate): RegisterReview | null {
  const isValid = review?.version === version && review.asOf <= today && today < review.until;
  return isValid ? review : null;
}

/** A benchmark rate that is published gives further entries. */
const REVIEWED_FOR_DAYS = 28;

function reviewOf(
  register: OwnedRegister,
  { domain, facts, changes, known, entries }: WorkedRegister,
  today: CalendarDate,
  countsPosting: boolean,
): RegisterReview {
  const open = isInUse(register)
    ? statedEntries(register, entries).filter(
        ({ state }) => state === 'open' || (countsPosting && state === 'posting'),
      )
    : [];
  const due = open.filter(({ date }) => date <= today);
  const { alerts = [], nextLook = null } = domain.alerts?.(facts, changes, today, known) ?? {};
  const nextOpen = open.find(({ date }) => date > today)?.date ?? null;
  const until = earliestOf([nextOpen, nextLook, addDays(today, REVIEWED_FOR_DAYS)]) ?? today;
  const [first] = due;
  return {
    version: register.version,
    asOf: today,
    until,
    due: first ? { count: due.length, since: first.date, amount: sumCents(due.map(amountOf)) } : null,
    alerts: [...alerts],
  };
}

/** The open entries dated on or before today of registers that can post. */
function dueItem(reviewed: readonly Reviewed[]): AttentionItem | null {
  const due = reviewed.flatMap(({ register, review }) => (review.due ? [{ register, ...review.due }] : []));
  const since = earliestOf(due.map((one) => one.since));
  if (since === null) return null;
  const count = due.reduce((sum, one) => sum + one.count, 0);
  return {
    since,
    amount: sumCents(due.map(({ amount }) => amount)),
    text: `${count} ${count === 1 ? 'entry' : 'entries'} to post since ${formatDay(since)}.`,
    ...aboutOne(due.map(({ register }) => register)),
  };
}

function alertItem(reviewed: readonly Reviewed[], kind: RegisterAlert['kind']): AttentionItem | null {
  const alerts = reviewed.flatMap(({ register, review }) =>
    review.alerts.flatMap((alert) => (alert.kind === kind ? [{ register, ...alert }] : [])),
  );
  const since = earliestOf(alerts.map((alert) => alert.since));
  if (since === null) return null;
  const amounts = alerts.flatMap(({ amount }) => amount ?? []);
  return {
    since,
    amount: amounts.length === 0 ? null : sumCents(amounts),
    text: saySome(alerts.map(({ register, text }) => `${register.name}: ${text}`)),
    ...aboutOne(alerts.map(({ register }) => register)),
  };
}

/** The register that an item is about; nothing where it is about several. */
function aboutOne(registers: readonly OwnedRegister[]): { readonly registerId?: string } {
  const [id, ...others] = new Set(registers.map(({ registerId }) => registerId));
  return id === undefined || others.length > 0 ? {} : { registerId: id };
}

/** A posted entry that was changed or deleted in Xero, and not accepted. */
interface Deviating {
  readonly register: OwnedRegister;
  readonly entry: StoredEntry;
  readonly finding: Finding;
}

/** Returns the items of journals that were deleted and of those that were changed, after a look at all registers. */
export async function deviationsNow(
  table: TableReader,
  entity: OwnedEntity,
  today: CalendarDate,
): Promise<Item[]> {
  const states = await readRegisterStates(table, entity, today);
  const deviating = states.flatMap(({ register, stored }) =>
    register.archived ? [] : [...stored.values()].flatMap((entry) => deviationOf(register, entry, entity)),
  );
  const of = (status: Finding['status']) => deviating.filter(({ finding }) => finding.status === status);
  return [
    ['document-missing', deviationItem(of('missing'), 'deleted', today)],
    ['document-changed', deviationItem(of('changed'), 'changed', today)],
  ];
}

function deviationOf(register: OwnedRegister, entry: StoredEntry, { xero }: OwnedEntity): Deviating[] {
  const { finding, state, xeroTenantId } = entry;
  if (finding === null || state !== 'posted' || xeroTenantId !== xero?.tenantId) return [];
  const isOpen = finding.status === 'missing' || finding.status === 'changed';
  return isOpen && acceptanceOf(finding) === null ? [{ register, entry, finding }] : [];
}

function deviationItem(some: readonly Deviating[], done: string, today: CalendarDate): AttentionItem | null {
  const [first, ...others] = some;
  const [since] = some.map(({ finding }) => businessDate(Date.parse(finding.since))).toSorted();
  if (!first || since === undefined) return null;
  const more = others.length === 1 ? 'entry' : 'entries';
  const were = others.length === 0 ? 'was' : `and ${others.length} more ${more} were`;
  const differences = others.length === 0 ? first.finding.differences : [];
  return {
    since: since > today ? today : since,
    amount: null,
    text: [`${entryInWords(first.register, first.entry)} ${were} ${done} in Xero.`, ...differences].join(' '),
    ...aboutOne(some.map(({ register }) => register)),
  };
}

/** `Entry 4 of Insurance (31 Oct 2026, $942.74)`. */
export const entryInWords = (
  { name }: Pick<OwnedRegister, 'name'>,
  { number, document: { date }, lines }: Pick<StoredEntry, 'number' | 'document' | 'lines'>,
): string => `Entry ${number} of ${name} (${formatShortDay(date)}, ${formatMoney(amountOf({ lines }))})`;
