import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, type CalendarDate, daysBetween } from '../../../domain/calendar.ts';
import { booksOfSchedule } from '../../../domain/ledger/ledger-books.ts';
import { checkLedger, type Deviation } from '../../../domain/ledger/ledger-check.ts';
import {
  type AdjustingEntry,
  type LedgerEntry,
  type Posting,
  sumByAccount,
} from '../../../domain/ledger/ledger-entry.ts';
import { postedBy } from '../../../domain/ledger/own-causes.ts';
import { dueItems, type ScheduleBooks } from '../../../domain/ledger/schedule-books.ts';
import { cents, negated, sumCents } from '../../../domain/money.ts';
import { contractsWithEvents, contractsWithGst } from '../../support/arbitrary-events.ts';
import { emptyBooks, eventEntries, paymentEntries, withOpening } from '../../support/schedule-books.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const LIABILITIES = ['hp', 'hp-nc', 'charges', 'charges-nc'];

/** Users who keep current and non-current together map both to one account. */
const mappings = fc.constantFrom(ACCOUNTS, {
  ...ACCOUNTS,
  hirePurchaseNonCurrentId: 'hp',
  unexpiredChargesNonCurrentId: 'charges',
});

const amounts = fc.integer({ min: -1e6, max: 1e6 }).map(cents);

/** An adjusting journal of two liability accounts, perhaps reversed; each leg posted, deleted or edited in Xero. */
const adjustments = fc.record({
  at: share,
  from: fc.constantFrom(...LIABILITIES),
  to: fc.constantFrom(...LIABILITIES),
  amount: amounts,
  fates: fc.array(fc.constantFrom('posted', 'missing', 'changed'), { minLength: 1, maxLength: 2 }),
});

type Adjustment = typeof adjustments extends fc.Arbitrary<infer Value> ? Value : never;

const scenarios = fc.record({
  contract: fc.oneof(contractsWithEvents, contractsWithGst),
  mapping: mappings,
  openingAt: fc.option(share),
  includesDate: fc.boolean(),
  checkedAt: share,
  /** Of each payment and event: not posted, posted, posted late, deleted or edited in Xero. */
  fates: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 30 }),
  foreign: fc.array(
    fc.record({
      account: fc.constantFrom(...LIABILITIES),
      amount: amounts,
    }),
    { maxLength: 3 },
  ),
  adjustments: fc.array(adjustments, { maxLength: 3 }),
});

type Scenario = typeof scenarios extends fc.Arbitrary<infer Value> ? Value : never;

interface World {
  readonly books: ScheduleBooks;
  readonly journals: readonly AdjustingEntry[];
  readonly date: CalendarDate;
  readonly inXero: readonly Posting[];
  readonly deviations: ReadonlyMap<string, Deviation>;
}

/** Posts a random part of a contract's documents, and lets people delete and edit some of them in Xero. */
function worldOf({
  contract,
  mapping,
  openingAt,
  includesDate,
  checkedAt,
  fates,
  foreign,
  adjustments: adjusted,
}: Scenario): World {
  const days = daysBetween(contract.terms.startDate, contract.endDate) + 40;
  const dayAt = (part: number) => addDays(contract.terms.startDate, Math.floor(days * part) - 5);
  const date = dayAt(checkedAt);
  const empty = emptyBooks(contract, { mapping });
  const opened =
    openingAt === null
      ? empty
      : withOpening(empty, laterOf(dayAt(openingAt), contract.terms.startDate), includesDate);
  const covered = opened.opening === null ? 0 : contract.coveredBy(opened.opening);
  const payments = Array.from({ length: contract.count - covered }, (_each, index) =>
    paymentEntries(opened, covered + 1 + index),
  );
  const events = opened.eventNumbers
    .filter((number) => !opened.containedEvents.has(number))
    .map((number) => eventEntries(opened, number));
  const posted: LedgerEntry[] = [...opened.entries];
  const deviations = new Map<string, Deviation>();
  [...payments, ...events].forEach((entries, index) => {
    const fate = fates[index % fates.length] ?? 0;
    if (fate < 3) return;
    for (const entry of entries) {
      posted.push(fate === 3 ? { ...entry, date: addDays(entry.date, 20) } : entry);
      if (fate === 4) deviations.set(entry.documentId, { status: 'missing' });
      if (fate === 5) deviations.set(entry.documentId, edited(entry));
    }
  });
  const journals = adjusted.flatMap((adjustment, index) =>
    journalEntries(adjustment, `Journal ${index}`, dayAt(adjustment.at)),
  );
  const legFates = adjusted.flatMap((adjustment) => adjustment.fates);
  journals.forEach((entry, index) => {
    if (legFates[index] === 'missing') deviations.set(entry.documentId, { status: 'missing' });
    if (legFates[index] === 'changed') deviations.set(entry.documentId, edited(entry));
  });
  const books = { ...opened, entries: posted };
  const inXero = [...ledgerOf([...posted, ...journals], deviations, date), ...foreign];
  return { books, journals, date, deviations, inXero };
}

/** One leg for each fate: the journal, and its reversal on the next day. */
function journalEntries(
  { from, to, amount, fates }: Adjustment,
  name: string,
  day: CalendarDate,
): AdjustingEntry[] {
  const leg = (isReversal: boolean): AdjustingEntry => ({
    documentId: `${name} ${isReversal}`,
    owner: { kind: 'adjusting-journal', name, isReversal },
    date: isReversal ? addDays(day, 1) : day,
    postings: [
      { account: from, amount: isReversal ? amount : negated(amount) },
      { account: to, amount: isReversal ? negated(amount) : amount },
    ],
  });
  return fates.map((_fate, index) => leg(index === 1));
}

const laterOf = (first: CalendarDate, second: CalendarDate) => (first > second ? first : second);

const edited = ({ date, postings }: Pick<LedgerEntry, 'date' | 'postings'>): Deviation => ({
  status: 'changed',
  date: addDays(date, 3),
  differences: [],
  postings: postings.map(({ account, amount }, index) => ({
    account,
    amount: cents(amount + (index === 0 ? 7 : 0)),
  })),
});

/** The postings that Xero has on a day. */
function ledgerOf(
  entries: readonly Pick<LedgerEntry, 'documentId' | 'date' | 'postings'>[],
  deviations: ReadonlyMap<string, Deviation>,
  day: CalendarDate,
): Posting[] {
  return entries.flatMap((entry) => {
    const deviation = deviations.get(entry.documentId);
    if (deviation?.status === 'missing') return [];
    const { date, postings } = deviation ?? entry;
    return date <= day ? postings : [];
  });
}

/** Nothing but schedules. */
const BARE = { journals: [], deviations: new Map(), items: [], foreign: [] };

const checkOf = ({ books, journals, date, inXero, deviations }: World) =>
  checkLedger({
    date,
    books: [booksOfSchedule(books)],
    journals,
    balances: sumByAccount(inXero),
    deviations,
    items: [],
    foreign: [],
  });

describe('checkLedger for random contracts, postings, adjusting journals, deletions, edits and foreign journals', () => {
  it('explains every difference to the cent, and only foreign postings remain as others', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const world = worldOf(scenario);
        const foreign = sumByAccount(scenario.foreign);
        for (const { account, xero, contract, difference, causes } of checkOf(world)) {
          expect(difference).toBe(xero - contract);
          expect(sumCents(causes.map(({ amount }) => amount))).toBe(difference);
          const others = causes.filter(({ kind }) => kind === 'other').map(({ amount }) => amount);
          expect(sumCents(others)).toBe(foreign.get(account) ?? 0);
        }
      }),
    );
  });

  it('counts adjusting journals as posted, and names the ones that no reversal has cancelled by the day', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const world = worldOf(scenario);
        const { books, journals, date } = world;
        const expected = sumByAccount(postedBy([...books.entries, ...journals], date));
        const standing = sumByAccount(postedBy(journals, date));
        for (const { account, posted, causes } of checkOf(world)) {
          expect(posted).toBe(expected.get(account) ?? 0);
          const named = causes.filter(({ kind }) => kind === 'adjusting-journal').map(({ amount }) => amount);
          expect(sumCents(named)).toBe(standing.get(account) ?? 0);
        }
      }),
    );
  });

  it('names exactly the payments and events that are due and not posted', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const world = worldOf(scenario);
        const { books, date } = world;
        const begun = new Set(books.entries.map(({ owner }) => JSON.stringify(owner)));
        const wanted = dueItems(books, date).filter(
          ({ owner, postings }) =>
            !begun.has(JSON.stringify(owner)) &&
            sumByAccount(postings)
              .values()
              .some((amount) => amount !== 0),
        );
        const rows = checkOf(world);
        const named = rows.flatMap(({ causes }) =>
          causes.filter(({ kind }) => kind === 'unsynced').map(({ owner }) => JSON.stringify(owner)),
        );
        expect(new Set(named)).toEqual(new Set(wanted.map(({ owner }) => JSON.stringify(owner))));
      }),
    );
  });

  it('finds no cause on any day when the opening journal and everything due are posted', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { books, date } = worldOf({
          ...scenario,
          openingAt: scenario.openingAt ?? 0,
          fates: [6],
          foreign: [],
          adjustments: [],
        });
        if (books.opening !== null && books.opening.date > date) return;
        const balances = sumByAccount(postedBy(books.entries, date));
        const rows = checkLedger({ ...BARE, date, books: [booksOfSchedule(books)], balances });
        expect(rows.flatMap(({ causes }) => causes)).toEqual([]);
      }),
    );
  });

  it('leaves the opening journal out of the causes when it holds the split of its date', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { books, date } = worldOf({ ...scenario, openingAt: scenario.openingAt ?? 0 });
        const { opening } = books;
        if (opening === null || opening.date > date) return;
        const balances = sumByAccount(postedBy(books.entries, date));
        const rows = checkLedger({ ...BARE, date, books: [booksOfSchedule(books)], balances });
        const kinds = rows.flatMap(({ causes }) => causes.map(({ kind }) => kind));
        expect(kinds.filter((kind) => kind.startsWith('opening'))).toEqual([]);
      }),
    );
  });
});
