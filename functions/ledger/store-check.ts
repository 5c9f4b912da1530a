/** Stores a result as the wire shows it, with its message and its open attention item where the result is about the present. */
import type * as z from 'zod';
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { ServicesFor } from '../services/context.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { deviationText } from '../../domain/ledger/cause-text.ts';
import {
  unreconciled,
  type AccountCheck,
  agrees,
  type Cause,
  type CauseKind,
} from '../../domain/ledger/ledger-check.ts';
import { cents, type Cents, sumCents } from '../../domain/money.ts';
import {
  type Attention,
  type AttentionItem,
  attentionWrite,
  ledgerCause,
  readAllAttention,
  type StoredAttentionKind,
} from '../records/entities/attention.ts';
import type { Write } from '../store/table.ts';
import {
  type CheckState,
  readCheckState,
  saveCheck,
  type Reported,
} from '../records/entities/ledger-checks.ts';
import { checkView } from './check-view.ts';
import type { LedgerCheck as Wire } from '../api/ledger-check.ts';
import type { LedgerCheck } from './run-check.ts';
import { digest } from '../lib/digest.ts';
import { ENTITY, subjectOf } from '../records/entities/attention-keys.ts';

type WireCheck = z.input<typeof Wire>;
type Services = Pick<ServicesFor<'table:write'>, 'table' | 'clock' | 'ids' | 'xeroWeb'>;

export interface CheckResult {
  readonly date: CalendarDate;
  readonly check: LedgerCheck;
  /** A user's check settles or renews the message that stands; only the nightly check raises a first one. */
  readonly isNightly: boolean;
}

/** @param more writes that go with the result in one transaction. */
export async function storeCheck(
  services: Services,
  entity: OwnedEntity,
  { date, check, isNightly }: CheckResult,
  more: readonly Write[] = [],
): Promise<WireCheck> {
  const { table, clock, xeroWeb } = services;
  const now = clock.now();
  const { xero: link } = entity;
  const difference = totalDifference(check);
  const view = checkView(check, { date, checkedAt: new Date(now).toISOString(), link, xeroWeb });
  const known = await readCheckState(table, entity.entityId);
  const last = known?.xeroTenantId === (link?.tenantId ?? '') ? known : null;
  const today = isNightly ? date : businessDate(now);
  const isPresent = isAboutPresent(check, date, today, last);
  const news =
    isPresent && (isNightly || last?.reported?.isOpen === true)
      ? ledgerNews(check, view, last?.reported ?? null)
      : { reported: last?.reported ?? null, message: null };
  const state: CheckState = {
    xeroTenantId: link?.tenantId ?? '',
    authorisationId: link?.authorisationId ?? '',
    isUnscoped: check.obstacle?.kind === 'scope-missing',
    presentDate: isPresent ? date : (last?.presentDate ?? null),
    date: isLatest(date, last?.date ?? null, today) ? date : (last?.date ?? date),
    reported: news.reported,
  };
  await saveCheck(table, entity, date, { ...state, json: JSON.stringify(view) }, now, [
    ...more,
    ...(news.message
      ? [messageOf(services, entity, { today, checked: date }, news.message, news.reported.isOpen)]
      : []),
    attentionWrite(entity, isPresent ? await balanceItem(services, entity, date, check, view) : [], {
      ...(state.date === date && {
        last: {
          date,
          checkedAt: now,
          status: check.status,
          obstacle: check.obstacle?.kind ?? null,
          difference,
        },
      }),
      isReported: news.reported?.isOpen === true,
    }),
  ]);
  return view;
}

/**
 * Whether a result is about the ledger as it is now: later days are not due yet, and days before the last such result
 * are closed.
 */
function isAboutPresent(
  { obstacle }: LedgerCheck,
  date: CalendarDate,
  today: CalendarDate,
  last: CheckState | null,
): boolean {
  if (obstacle?.kind === 'unavailable') return false;
  const before = last?.presentDate ?? null;
  if (date === today || date === before) return true;
  return date < today && (before === null || date > before);
}

/** Whether a result stands for the ledger as it was checked last: an earlier date hides no later one, nor does a date to come. */
const isLatest = (date: CalendarDate, latest: CalendarDate | null, today: CalendarDate): boolean =>
  latest === null || latest > today || (date >= latest && date <= today);

/** The sum of the accounts' differences without their signs; null without an answer of Xero's. */
export const totalDifference = ({ status, rows }: LedgerCheck): Cents | null =>
  status === 'unknown' ? null : sumCents(rows.map((row) => cents(Math.abs(unreconciled(row)))));

/** The accounts that an attention item names, the largest differences first; the others are counted. */
const NAMED = 3;

/** The causes that attention items of their own are about. */
const OWN_ITEMS: Partial<Record<CauseKind, StoredAttentionKind>> = {
  unsynced: 'overdue',
  'opening-out-of-date': 'opening-out-of-date',
  'opening-voided': 'document-missing',
  'document-missing': 'document-missing',
  'document-changed': 'document-changed',
};

/** Whether the board lists a cause already: as a payment to post, an entry due, or a document to review. */
function isListed(attention: Attention, { kind, scheduleId, registerId }: Cause): boolean {
  if (registerId !== null) return kind === 'unsynced' && attention.itemOf('register-due', ENTITY) !== null;
  const own = OWN_ITEMS[kind];
  return own !== undefined && scheduleId !== null && attention.itemOf(own, subjectOf(scheduleId)) !== null;
}

/**
 * Opens the attention item of a ledger that differs, and closes it when the ledger agrees; an unknown result changes
 * nothing. What other items are about is no part of it: the board shows each cause once.
 */
async function balanceItem(
  { table }: Services,
  entity: OwnedEntity,
  date: CalendarDate,
  { status, rows }: LedgerCheck,
  { accounts }: WireCheck,
): Promise<(readonly ['out-of-balance', AttentionItem | null])[]> {
  if (status === 'unknown') return [];
  const attention = await readAllAttention(table, entity);
  const nameOf = (id: string): string => accounts.find(({ accountId }) => accountId === id)?.name ?? '';
  const differing = rows
    .map((row) => {
      const listed = row.causes.filter((cause) => isListed(attention, cause));
      return { row, rest: cents(unreconciled(row) - sumCents(listed.map(({ amount }) => amount))) };
    })
    .filter(({ rest }) => rest !== 0)
    .toSorted((a, b) => Math.abs(b.rest) - Math.abs(a.rest));
  const lines = differing
    .slice(0, NAMED)
    .map(({ row, rest }) => `${nameOf(row.account)} is ${deviationText(row, rest)}.`);
  const more = differing.length - lines.length;
  if (more > 0) lines.push(`${more} more ${more === 1 ? 'account differs' : 'accounts differ'}.`);
  // A cause shows on several accounts, whose differences are of different kinds: no sum of them is an amount.
  const since = attention.itemOf('out-of-balance', ENTITY)?.since ?? date;
  return [
    ['out-of-balance', lines.length > 0 ? { since, date, amount: null, text: lines.join('\n') } : null],
  ];
}

const messageOf = (
  { clock, ids }: Services,
  entity: OwnedEntity,
  { today, checked }: { readonly today: CalendarDate; readonly checked: CalendarDate },
  { subject, text }: NonNullable<LedgerNews['message']>,
  actionRequired: boolean,
): Write => {
  const { tenantId, entityId, name } = entity;
  return messageWrite({
    tenantId,
    now: clock.now(),
    date: today,
    id: ids.uuid(),
    about: `ledger-check#${entityId}`,
    minimumRole: 'Member',
    entityId,
    subject: `${name}: ${subject}`,
    message: text,
    actionRequired,
    ...(actionRequired && { cause: ledgerCause(entity) }),
    isInDigest: actionRequired,
    link: `/entity/${entityId}/check?date=${checked}`,
  });
};

interface LedgerNews {
  readonly reported: Reported;
  /** Null where a message would repeat the last one. */
  readonly message: { readonly subject: string; readonly text: string } | null;
}

/** Returns the message that a result needs after the last one. A first result that agrees is no news. */
function ledgerNews(
  check: LedgerCheck,
  view: z.input<typeof Wire>,
  last: Pick<Reported, 'digest' | 'isOpen'> | null,
): LedgerNews {
  const open = check.status === 'differs' ? check.rows.flatMap((row) => unreported(check, row)) : [];
  const isOpen = check.status === 'unknown' || open.length > 0;
  const reported = {
    digest: digest(JSON.stringify([isOpen && check.status, check.obstacle?.kind, open])),
    isOpen,
  };
  if (isOpen && last?.digest !== reported.digest) {
    const accounts = new Set(open.map(([account]) => account));
    const sentences = view.accounts
      .filter(({ accountId }) => accountId !== null && accounts.has(accountId))
      .map(({ name, text }) => `${name} is ${text}.`);
    const message =
      check.status === 'unknown'
        ? { subject: 'the ledger could not be checked', text: view.message ?? '' }
        : { subject: 'the ledger differs from the schedules', text: sentences.join(' ') };
    return { reported, message };
  }
  if (check.status !== 'agrees' || last?.isOpen !== true) return { reported, message: null };
  const text = 'The liability accounts in Xero agree with the schedules again.';
  return { reported, message: { subject: 'the ledger agrees again', text } };
}

/** The part of an account's difference that no other message is about. */
function unreported(check: LedgerCheck, row: AccountCheck): (readonly [account: string, amount: number])[] {
  if (agrees(row)) return [];
  const amount = sumCents(
    row.causes.filter((cause) => !isReported(check, cause)).map((cause) => cause.amount),
  );
  return amount === 0 ? [] : [[row.account, amount]];
}

/** Whether users know of a cause: by a document's own message, or since they stored or posted it themselves. */
function isReported({ loaded, registers }: LedgerCheck, { kind, documentId }: Cause): boolean {
  if (kind === 'reconciling-item' || kind === 'adjusting-journal') return true;
  const isOwn = (document: { readonly isCurrent: boolean; readonly documentId: string }): boolean =>
    document.isCurrent && document.documentId === documentId;
  return [...loaded, ...registers].some(({ documents }) => documents.some(isOwn));
}
