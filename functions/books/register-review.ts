/** Keeps an entity's attention items about its registers true: entries to post, and journals changed or deleted in Xero. */
import { businessDate, type CalendarDate, formatDay, formatShortDay } from '../../domain/calendar.ts';
import { formatMoney, sumCents } from '../../domain/money.ts';
import { amountOf } from '../../domain/registers/entries.ts';
import type { Entry } from '../../domain/registers/register-kind.ts';
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
import { readAllChanges } from '../records/registers/changes.ts';
import type { StoredEntry } from '../records/registers/entries.ts';
import { knownByKind } from '../records/registers/kinds.ts';
import { isInUse, listRegisters, type OwnedRegister } from '../records/registers/register.ts';
import { statedEntries, workOut } from '../records/registers/state.ts';
import { acceptanceOf, type Finding } from '../records/schedules/findings.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { commit, type Table, type TableReader } from '../store/table.ts';
import { readRegisterStates } from './register-books.ts';

type Item = readonly [StoredAttentionKind, AttentionItem | null];

/** An entry that may be posted and is not in Xero. */
interface DueEntry {
  readonly register: OwnedRegister;
  readonly entry: Entry;
}

/** Compares the attention items of an entity's registers with their state, and writes what differs. */
export async function reviewRegisters(table: Table, entity: OwnedEntity, today: CalendarDate): Promise<void> {
  const items = await itemsNow(table, entity, today);
  if (items.length > 0) await commit(table, [attentionWrite(entity, items)]);
}

/**
 * The same at the end of a run of auto posting. A message announces entries that have come due since, or why they were
 * not posted.
 * @param hasFailed whether entries could not be posted: those on their way count as well then.
 * @param failure why, where users are to be told now.
 */
export async function announceDueEntries(
  { table, ids, now }: { readonly table: Table; readonly ids: Ids; readonly now: number },
  entity: OwnedEntity,
  today: CalendarDate,
  { hasFailed, failure }: { readonly hasFailed: boolean; readonly failure: string | null },
): Promise<void> {
  const items = await itemsNow(table, entity, today, hasFailed);
  const due = items.find(([kind]) => kind === 'register-due')?.[1] ?? null;
  const known = due ?? (await readAttention(table, entity)).itemOf('register-due', ENTITY);
  if (known === null || (due === null && failure === null)) {
    if (items.length > 0) await commit(table, [attentionWrite(entity, items)]);
    return;
  }
  const { tenantId, entityId, name } = entity;
  const subject = failure === null ? 'entries of registers are to be posted' : 'entries could not be posted';
  const message = messageWrite({
    tenantId,
    now,
    date: today,
    id: ids.uuid(),
    about: `register-due#${entityId}`,
    minimumRole: 'Member',
    entityId,
    subject: `${name}: ${subject}`,
    message: failure === null ? known.text : `${known.text} ${failure}`,
    actionRequired: true,
    cause: entityCause(entity, 'register-due'),
    isInDigest: true,
    link: linkOf(entity, known),
  });
  await commit(table, [...(items.length > 0 ? [attentionWrite(entity, items)] : []), message]);
}

const linkOf = ({ entityId }: OwnedEntity, { registerId }: AttentionItem): string =>
  `/entity/${entityId}/registers${registerId === undefined ? '' : `/${registerId}`}`;

async function itemsNow(
  table: TableReader,
  entity: OwnedEntity,
  today: CalendarDate,
  countsPosting = false,
): Promise<Item[]> {
  const attention = await readAttention(table, entity);
  const isKnown = (kind: StoredAttentionKind): boolean => attention.itemOf(kind, ENTITY) !== null;
  const items: Item[] = [
    ['register-due', dueItem(await dueEntries(table, entity, today, countsPosting))],
    ...(isKnown('document-missing') || isKnown('document-changed')
      ? await deviationsNow(table, entity, today)
      : []),
  ];
  return items.filter(([kind, item]) => {
    const known = attention.itemOf(kind, ENTITY);
    return known?.text !== item?.text || known?.since !== item?.since;
  });
}

/** The open entries dated on or before today of registers that can post, in the order of their dates. */
async function dueEntries(
  table: TableReader,
  entity: OwnedEntity,
  today: CalendarDate,
  countsPosting: boolean,
): Promise<DueEntry[]> {
  const registers = (await listRegisters(table, entity)).filter(isInUse);
  if (registers.length === 0) return [];
  const changes = await readAllChanges(table, entity.entityId);
  const known = knownByKind({ table, tenantId: entity.tenantId, today });
  const found = await Promise.all(
    registers.map(async (register) => {
      const { registerId, kind } = register;
      const { entries } = workOut(register, changes.get(registerId) ?? [], await known(kind));
      return statedEntries(register, entries)
        .filter(
          ({ state, date }) => date <= today && (state === 'open' || (countsPosting && state === 'posting')),
        )
        .map((entry) => ({ register, entry }));
    }),
  );
  return found.flat().toSorted((one, other) => one.entry.date.localeCompare(other.entry.date));
}

function dueItem(due: readonly DueEntry[]): AttentionItem | null {
  const [first] = due;
  if (!first) return null;
  const since = first.entry.date;
  return {
    since,
    amount: sumCents(due.map(({ entry }) => amountOf(entry))),
    text: `${due.length} ${due.length === 1 ? 'entry' : 'entries'} to post since ${formatDay(since)}.`,
    ...aboutOne(due.map(({ register }) => register)),
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
