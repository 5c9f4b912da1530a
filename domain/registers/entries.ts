/** The entries of a register beside those in Xero: states, progress, and what a posted entry forbids. */
import { type CalendarDate, formatDay } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { conflict } from '../refusal.ts';
import { type Entry, entryText, type RegisterKind } from './register-kind.ts';

/**
 * `empty`: 0.00, posts nothing. `before`: dated before the first day to post, so the accounts hold it already. `open`:
 * can be posted. `posting`: its document is on the way to Xero. `posted`: its document is in Xero.
 */
export type EntryState = 'empty' | 'before' | 'open' | 'posting' | 'posted';

/** An entry as it was sent to Xero. */
export interface SentEntry extends Pick<Entry, 'number' | 'date' | 'lines'> {
  readonly state: Extract<EntryState, 'posting' | 'posted'>;
}

/** The sum of the debits. */
export const amountOf = ({ lines }: Pick<Entry, 'lines'>): Cents =>
  sumCents(lines.flatMap(({ amount }) => (amount > 0 ? [amount] : [])));

/**
 * @param postFrom the first day to post; null: nothing is `before`.
 * @param sent the entry in Xero, or on its way.
 */
export function stateOf(
  entry: Entry,
  postFrom: CalendarDate | null,
  sent: Pick<SentEntry, 'state'> | undefined,
): EntryState {
  if (sent) return sent.state;
  if (amountOf(entry) === 0) return 'empty';
  return postFrom !== null && entry.date < postFrom ? 'before' : 'open';
}

/** Whether a sent entry has another date or other amounts by now. Other texts don't count. */
export function isOutOfDate(sent: Pick<Entry, 'date' | 'lines'>, entry: Entry): boolean {
  return sent.date !== entry.date || linesIn(sent) !== linesIn(entry);
}

/**
 * Refuses facts or changes that alter an entry in Xero, or on its way. One that is out of date already may stay so.
 * @param entries as they were, and as they will be.
 * @param cause facts never alter one; a change may where the kind marks altered entries, but it never removes one.
 * @throws Refusal conflict `register/entry-posted`, naming the first such entry.
 */
export function checkSentEntries(
  registerName: string,
  { alteredEntry }: Pick<RegisterKind<never, never>, 'alteredEntry'>,
  sent: readonly SentEntry[],
  entries: { readonly before: readonly Entry[]; readonly after: readonly Entry[] },
  cause: 'facts' | 'change',
): void {
  const were = byNumber(entries.before);
  const are = byNumber(entries.after);
  const mayAlter = cause === 'change' && alteredEntry === 'mark';
  const altered = sent.find((posted) => {
    const entry = are.get(posted.number);
    const was = were.get(posted.number) ?? posted;
    return entry === undefined || (!mayAlter && isOutOfDate(posted, entry) && isOutOfDate(was, entry));
  });
  if (!altered) return;
  const { number, date } = altered;
  const name = entryText(registerName, { text: `entry ${number} of ${formatDay(date)}` });
  throw conflict(
    'register/entry-posted',
    `${name}, is in Xero or being posted. Reverse it first, or choose a later date.`,
  );
}

const byNumber = (entries: readonly Entry[]): ReadonlyMap<number, Entry> =>
  new Map(entries.map((entry) => [entry.number, entry]));

/** The entries of a register in a list. */
export interface Progress {
  readonly hasEnded: boolean;
  /** The first open entry. */
  readonly next: Entry | null;
  readonly posted: number;
  /** Open entries dated on or before today. */
  readonly toPost: number;
}

/** @param entries in the order of their dates. */
export function progressOf(
  entries: readonly (Entry & { readonly state: EntryState })[],
  today: CalendarDate,
): Progress {
  const open = entries.filter(({ state }) => state === 'open');
  return {
    hasEnded: open.length === 0 && entries.every(({ state }) => state !== 'posting'),
    next: open[0] ?? null,
    posted: entries.filter(({ state }) => state === 'posted').length,
    toPost: open.filter(({ date }) => date <= today).length,
  };
}

/** Lines of 0.00 don't count. */
function linesIn({ lines }: Pick<Entry, 'lines'>): string {
  const posted = lines.filter(({ amount }) => amount !== 0);
  return posted
    .map(({ role, amount }) => `${role} ${amount}`)
    .toSorted()
    .join();
}
