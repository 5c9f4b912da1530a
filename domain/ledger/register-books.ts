/** The books of a register: its journals in Xero beside its entries, and what others book as its facts say. */
import { type CalendarDate, formatShortDay } from '../calendar.ts';
import { cents, type Cents, formatMoney, sumCents } from '../money.ts';
import { amountOf, type EntryState, isOutOfDate, type SentEntry } from '../registers/entries.ts';
import { BALANCE_ROLES, type Entry, type RegisterRole } from '../registers/register-kind.ts';
import type { BookedDocument, LedgerBooks } from './ledger-books.ts';
import { differenceOf, type EntryOwner, type Posting, sumByAccount } from './ledger-entry.ts';
import { type OwnCause, type OwnCauseKind, postedBy } from './own-causes.ts';

/** A journal of an entry as it was sent, or the one of opposite signs that cancels it. */
export interface RegisterDocument extends Omit<BookedDocument, 'owner'> {
  readonly owner: EntryOwner;
  /** The entry as it was when it was sent. */
  readonly sent: Pick<SentEntry, 'date' | 'lines'>;
}

type Balances = (date: CalendarDate) => ReadonlyMap<string, Cents>;

export interface RegisterBooks {
  readonly registerId: string;
  readonly name: string;
  readonly roles: Readonly<Record<string, RegisterRole>>;
  /** Ids of ledger accounts by role, as far as they are chosen. */
  readonly accounts: Readonly<Record<string, string>>;
  readonly plan: readonly (Entry & { readonly state: EntryState })[];
  readonly balances: Balances;
  readonly bookedByOthers: Balances;
  readonly beginning: Balances;
  /** Only documents in the linked Xero organisation. */
  readonly entries: readonly RegisterDocument[];
}

export const booksOfRegister = (books: RegisterBooks): LedgerBooks => ({
  scheduleId: null,
  registerId: books.registerId,
  name: books.name,
  accounts: () =>
    BALANCE_ROLES.flatMap((role) => {
      const [account, known] = [books.accounts[role], books.roles[role]];
      if (account === undefined || !known?.isBalance) return [];
      const isCredit = known.classes.every((name) => name === 'LIABILITY');
      return [{ account, role, purpose: known.label, isCredit }];
    }),
  entries: books.entries,
  contract: (date) => balancePostings(books, books.balances(date)),
  posted: (date) => [
    ...postedBy(books.entries, date),
    ...balancePostings(books, books.bookedByOthers(date)),
    ...books.plan.flatMap((entry) =>
      entry.state === 'before' && entry.date <= date ? entryPostings(books, entry) : [],
    ),
  ],
  beginning: (date) => balancePostings(books, heldAtBeginning(books, date)),
  ownCauses: (date) => entryCauses(books, date),
  describe: (owner) => (owner.kind === 'entry' ? ownerText(books, owner) : ''),
});

const balancePostings = ({ accounts }: RegisterBooks, balances: ReadonlyMap<string, Cents>): Posting[] =>
  [...balances].flatMap(([role, amount]) => {
    const account = accounts[role];
    return account === undefined || amount === 0 ? [] : [{ account, amount }];
  });

const entryPostings = ({ accounts }: RegisterBooks, { lines }: Pick<Entry, 'lines'>): Posting[] =>
  lines.flatMap(({ role, amount }) => {
    const account = accounts[role];
    return account === undefined || amount === 0 ? [] : [{ account, amount }];
  });

/** The beginning less the entries before the first day to post: the accounts hold both already. */
function heldAtBeginning(books: RegisterBooks, date: CalendarDate): ReadonlyMap<string, Cents> {
  const before = books.plan.filter((entry) => entry.state === 'before' && entry.date <= date);
  return new Map(
    [...books.beginning(date)].map(([role, amount]) => {
      const lines = before.flatMap((entry) => entry.lines.filter((line) => line.role === role));
      return [role, cents(amount + sumCents(lines.map((line) => line.amount)))];
    }),
  );
}

/** One cause an entry whose journals dated by the day are not what it is to post by then. */
function entryCauses(books: RegisterBooks, date: CalendarDate): OwnCause<EntryOwner>[] {
  const planned = new Map(
    books.plan.flatMap((entry) => (entry.state === 'before' ? [] : [[entry.number, entry]])),
  );
  const documents = Map.groupBy(books.entries, ({ owner }) => owner.number);
  return [...new Set([...planned.keys(), ...documents.keys()])].flatMap((number) => {
    const entry = planned.get(number);
    const own = documents.get(number) ?? [];
    const due = entry && entry.date <= date ? entryPostings(books, entry) : [];
    const effect = differenceOf(sumByAccount(postedBy(own, date)), sumByAccount(due));
    if (effect.size === 0) return [];
    return [{ kind: kindOf(entry, own, due.length > 0, date), owner: { kind: 'entry', number }, effect }];
  });
}

function kindOf(
  entry: Entry | undefined,
  documents: readonly RegisterDocument[],
  isDue: boolean,
  date: CalendarDate,
): OwnCauseKind {
  const current = documents.find(({ isCurrent }) => isCurrent);
  const isAltered = current && entry && isOutOfDate({ ...entry, ...current.sent }, entry);
  if (isAltered) return 'entry-out-of-date';
  if (!isDue) return 'posted-early';
  if (!current) return 'unsynced';
  return current.date > date ? 'posted-late' : 'remapped';
}

/** `Entry 4 of Insurance (31 Oct 2026, $942.74)`. */
function ownerText({ name, plan }: RegisterBooks, { number }: EntryOwner): string {
  const entry = plan.find((each) => each.number === number);
  const facts = entry ? ` (${formatShortDay(entry.date)}, ${formatMoney(amountOf(entry))})` : '';
  return `Entry ${number} of ${name}${facts}`;
}
