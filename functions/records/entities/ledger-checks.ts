/** Results of ledger checks, and the reconciling items of entities. */
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { ReconcilingItem } from '../../../domain/ledger/ledger-check.ts';
import type { OwnedEntity } from './entity.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import {
  commit,
  type Table,
  type TableReader,
  tryCommit,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

/** Results of past dates are kept for some thirteen months: the last year end and the months since. */
const KEPT_MS = 400 * 86_400_000;

/** The state of the ledger in the last message about it. */
const Reported = z.object({
  digest: z.string(),
  /** Whether that message requires an action. */
  isOpen: z.boolean(),
});

export type Reported = Readonly<z.output<typeof Reported>>;

const CheckItem = z.object({
  /** The Xero organisation that was checked, empty without one; a result of another one counts no more. */
  xeroTenantId: z.string(),
  authorisationId: z.string(),
  isUnscoped: z.boolean(),
  /** The date of the last result about the present; null before the first. */
  presentDate: StoredDate.nullable(),
  /** The date of the result that the item holds. */
  date: StoredDate,
  reported: Reported.nullable(),
  json: z.instanceof(Uint8Array),
});

/** The facts of a stored result. */
export interface CheckState {
  readonly xeroTenantId: string;
  readonly authorisationId: string;
  readonly isUnscoped: boolean;
  readonly presentDate: CalendarDate | null;
  /** The latest date with a result. */
  readonly date: CalendarDate;
  /** Null before the first result that a message could be about. */
  readonly reported: Reported | null;
}

export interface StoredCheck extends CheckState {
  readonly json: string;
}

function stateOf({
  xeroTenantId,
  authorisationId,
  isUnscoped,
  presentDate,
  date,
  reported,
}: z.output<typeof CheckItem>): CheckState {
  return { xeroTenantId, authorisationId, isUnscoped, presentDate, date, reported };
}

/** The last result for a date, or that of the latest date; null without one. */
export async function readCheck(
  table: TableReader,
  entityId: string,
  date: CalendarDate | null,
): Promise<StoredCheck | null> {
  const item = await table.get(keys.ledgerCheck(entityId, date));
  if (!item) return null;
  const check = CheckItem.parse(item);
  return { ...stateOf(check), json: gunzipSync(check.json).toString('utf8') };
}

/** The facts of the checks so far without a result's JSON; null without one. */
export async function readCheckState(table: TableReader, entityId: string): Promise<CheckState | null> {
  const item = await table.get(keys.ledgerCheck(entityId, null));
  return item ? stateOf(CheckItem.parse(item)) : null;
}

/**
 * Stores the result of a date with its messages, unless the entity has been linked to another organisation since. One of
 * a date before `state.date` leaves the result that stands for the latest date as it is.
 */
export async function saveCheck(
  table: Table,
  { entityId }: OwnedEntity,
  date: CalendarDate,
  { json, ...check }: StoredCheck,
  now: number,
  more: readonly Write[] = [],
): Promise<boolean> {
  const packed = new Uint8Array(gzipSync(json));
  const item = { ...check, date, json: packed };
  const { date: latest, ...facts } = check;
  const ttl = Math.ceil((now + KEPT_MS) / 1000);
  const unchanged: Write = {
    check: keys.anchor(entityId),
    if: check.xeroTenantId === '' ? 'present' : ['xero.tenantId', '=', check.xeroTenantId],
  };
  return tryCommit(table, [
    latest === date
      ? { put: { ...keys.ledgerCheck(entityId, null), ...item } }
      : { update: keys.ledgerCheck(entityId, null), set: facts },
    { put: { ...keys.ledgerCheck(entityId, date), ...item, ttl } },
    unchanged,
    ...more,
  ]);
}

const ItemsItem = z.object({
  items: z.array(
    z.object({
      account: z.string(),
      amount: StoredCents,
      note: z.string(),
      until: StoredDate.nullable(),
    }),
  ),
});

export async function readItems(table: TableReader, entityId: string): Promise<readonly ReconcilingItem[]> {
  const item = await table.get(keys.reconcilingItems(entityId));
  return item ? ItemsItem.parse(item).items : [];
}

export async function saveItems(
  table: Table,
  entityId: string,
  items: readonly ReconcilingItem[],
  more: readonly Write[],
): Promise<void> {
  await commit(table, [{ put: { ...keys.reconcilingItems(entityId), items: [...items] } }, ...more]);
}

const DocumentsRead = z.object({ documentsReadAt: z.number().optional() });

/** Returns when the nightly check began its last complete read of changed documents, milliseconds since the epoch. */
export async function documentsReadAt(table: TableReader, entityId: string): Promise<number | null> {
  const anchor = await table.get(keys.anchor(entityId));
  return DocumentsRead.parse(anchor ?? {}).documentsReadAt ?? null;
}

/** Stores the start of a complete read of changed documents. */
export async function noteDocumentsRead(table: Table, entityId: string, at: number): Promise<void> {
  await tryCommitOne(table, { update: keys.anchor(entityId), set: { documentsReadAt: at }, if: 'present' });
}
