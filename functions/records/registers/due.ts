/**
 * Leads from a register to its entity, and to auto posting: in the due index by the date of the next entry to look at.
 * Written in the transaction that changes the register; a run that finds it too early moves it on.
 */
import * as z from 'zod';
import { businessDate, type CalendarDate, earliestOf } from '../../../domain/calendar.ts';
import { DATED, keys, places } from '../../store/keys.ts';
import {
  type Item,
  type SingleWrite,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';

const RegisterDue = z.object({
  registerId: z.string(),
  entityId: z.string(),
  /** No attempt before this instant, milliseconds since the epoch. */
  retryAt: z.number().default(0),
  /** Failures in a row. */
  attempts: z.number().default(0),
  /** Counts every write. */
  version: z.number(),
});

export type RegisterDue = Readonly<z.output<typeof RegisterDue>>;

export const registerDueOf = (item: Item): RegisterDue => RegisterDue.parse(item);

export async function readRegisterDue(table: TableReader, registerId: string): Promise<RegisterDue | null> {
  const item = await table.get(keys.registerDue(registerId));
  return item ? registerDueOf(item) : null;
}

interface PostingFacts {
  readonly autoPost: boolean;
  readonly postFrom: CalendarDate | null;
  readonly autoPostSince: CalendarDate | null;
}

/** Auto posting begins on the first day to post, or else when it is switched on. */
export const firstToPost = ({ autoPost, postFrom, autoPostSince }: PostingFacts): CalendarDate | null =>
  autoPost ? (postFrom ?? autoPostSince) : null;

/**
 * The writes of a register as it is stored; null: none any more. Each change may have removed an obstacle, so the next look
 * is at the first day to post, or at the creation where that was before: entries to be posted by hand are looked at too,
 * since a user must hear of them.
 * @param isWatched whether its entries can be posted, or its kind raises alerts.
 */
export function dueWrites(
  entityId: string,
  registerId: string,
  after: (PostingFacts & { readonly createdAt: string }) | null,
  isWatched: boolean,
): Write[] {
  const key = keys.registerDue(registerId);
  if (after === null) return [{ delete: key }];
  const createdOn = businessDate(Date.parse(after.createdAt));
  const date = isWatched ? earliestOf([firstToPost(after), createdOn]) : null;
  const set = { registerId, entityId };
  return [
    {
      update: key,
      set: date === null ? set : { ...set, ...places.dated('DUE', registerId, date) },
      remove: date === null ? ['retryAt', 'attempts', ...DATED] : ['retryAt', 'attempts'],
      add: { version: 1 },
    },
  ];
}

/** The write of a register that moves into another entity. */
export const movedDue = (registerId: string, entityId: string): Write => ({
  update: keys.registerDue(registerId),
  set: { entityId },
  add: { version: 1 },
});

/** Claims the entry for one attempt, which counts as failed until its end; null: another worker has written it. */
export async function claimRegisterDue(
  table: Table,
  due: RegisterDue,
  { today, retryAt }: { readonly today: CalendarDate; readonly retryAt: number },
): Promise<RegisterDue | null> {
  const attempts = due.attempts + 1;
  const isClaimed = await tryCommitOne(table, moveRegisterDue(due, today, { attempts, retryAt }));
  return isClaimed ? { ...due, attempts, retryAt, version: due.version + 1 } : null;
}

/** Moves the entry to a later date; null: out of the index. Refused when another process has written it. */
export function moveRegisterDue(
  { registerId, version }: RegisterDue,
  next: CalendarDate | null,
  failed: { readonly attempts: number; readonly retryAt: number } | null,
): SingleWrite {
  return {
    update: keys.registerDue(registerId),
    set: {
      ...(next !== null && places.dated('DUE', registerId, next)),
      ...failed,
    },
    remove: [...(failed ? [] : ['retryAt', 'attempts']), ...(next === null ? DATED : [])],
    add: { version: 1 },
    if: ['version', '=', version],
  };
}
