/**
 * Two years of ordinary life of an Australian organisation, as its people enter it: what a reader of real books meets
 * beside its own documents. Every total ends in 7 cents, so that none equals an amount of a test by chance.
 */
import { addDays, addMonths, calendarDate, type CalendarDate } from '../../../../domain/calendar.ts';
import { toAmount } from './amounts.ts';
import { changesOf, list, openBooksForPerson, type Books } from './books.ts';
import { today } from './dates.ts';
import type { ElementOutcome } from './elements.ts';
import { enterBatch, enterInvoice, type Entered } from './invoices.ts';
import { enterJournal, enterTransaction } from './person-actions.ts';
import type { PersonLine } from './person-lines.ts';
import { enterOdd } from './person-odd.ts';
import { ODD_KINDS } from './records.ts';
import { apply, BOOK_COLLECTIONS, drop, put, type OrganisationRecord, type XeroState } from './state.ts';
import { taxRatesOf } from './tax-rates.ts';
import { enterTransfer } from './transfers.ts';

export const STARTING_BOOKS = ['ordinary', 'empty'] as const;
export type StartingBooks = (typeof STARTING_BOOKS)[number];

const MONTHS = 24;
const NOON_IN_SYDNEY = 'T02:00:00Z';
/** Bills of one payment run. Eleven totals that end in 7 cents add up to another one. */
const BILLS_OF_A_BATCH = 11;
/** Every half year has one of these; a document that names no amount at all is too odd to be ordinary. */
const ORDINARY_ODD_KINDS = ODD_KINDS.filter((kind) => kind !== 'no-total');

/** Gives an organisation its ordinary life, or takes it away. Other documents stay, with their contacts. */
export function fillBooks(
  state: XeroState,
  organisation: OrganisationRecord,
  books: StartingBooks,
  now: number,
): void {
  const isFilled = ordinaryIds(openBooksForPerson(state, organisation, now)).length > 0;
  if (books === 'empty') emptyBooks(state, organisation);
  else if (!isFilled && organisation.version === 'AU') new Life(state, organisation, now).live();
}

function emptyBooks(state: XeroState, { tenantId }: OrganisationRecord): void {
  const { bankTransactions, invoices } = state.records;
  const isFromOthers = (record: { readonly isOrdinary?: true }) => record.isOrdinary === undefined;
  const others = [...bankTransactions.values(), ...invoices.values()].filter(isFromOthers);
  const inUse = new Set(others.map(({ contactId }) => contactId));
  for (const [key, { isOrdinary: _left, ...contact }] of state.records.contacts) {
    if (contact.tenantId === tenantId && inUse.has(key)) put(state, 'contacts', key, contact);
  }
  for (const collection of BOOK_COLLECTIONS) {
    for (const [key, record] of state.records[collection]) {
      if (record.tenantId === tenantId && record.isOrdinary) drop(state, collection, key);
    }
  }
}

const ID_COLLECTIONS = BOOK_COLLECTIONS.filter(
  (each) => each !== 'accounts' && each !== 'trackingCategories',
);

/** The ids of all documents of an organisation's ordinary life, and of its contacts. */
export const ordinaryIds = (books: Books): string[] =>
  ID_COLLECTIONS.flatMap((collection) =>
    list(books, collection).flatMap(({ id, isOrdinary }) => (isOrdinary ? [id] : [])),
  );

class Life {
  readonly #state: XeroState;
  /** Unlocked: what is locked now was open then. */
  readonly #organisation: OrganisationRecord;
  readonly #now: number;
  readonly #first: CalendarDate;
  readonly #accounts: ReadonlyMap<string, string>;
  readonly #usDollars: string;
  readonly #options: ReadonlySet<string>;
  readonly #taxTypes: ReadonlySet<string>;
  #random = 20_240_701;

  constructor(state: XeroState, organisation: OrganisationRecord, now: number) {
    this.#state = state;
    this.#organisation = { ...organisation, periodLockDate: null, endOfYearLockDate: null };
    this.#now = now;
    this.#first = addMonths(calendarDate(today(now)), -MONTHS);
    const books = openBooksForPerson(state, organisation, now);
    const accounts = list(books, 'accounts');
    this.#accounts = new Map(accounts.map(({ code, id }) => [code ?? '', id]));
    this.#usDollars = accounts.find(({ bank }) => bank?.currency === 'USD')?.id ?? '';
    this.#options = new Set(
      list(books, 'trackingCategories').flatMap(({ name, status, options }) =>
        options.flatMap((option) =>
          status === 'ACTIVE' && option.status === 'ACTIVE' ? [`${name} ${option.name}`] : [],
        ),
      ),
    );
    this.#taxTypes = new Set(taxRatesOf(organisation).map(({ taxType }) => taxType));
  }

  live(): void {
    for (let month = 0; month < MONTHS; month++) {
      const start = addMonths(this.#first, month);
      this.#everyMonth((day) => addDays(start, day), month);
      if (month % 3 === 2) this.#everyQuarter((day) => addDays(start, day));
      if (month % 6 === 0) this.#everyHalfYear((day) => addDays(start, day));
    }
  }

  #everyMonth(on: (day: number) => CalendarDate, month: number): void {
    const [bank, savings] = [this.#account('090'), this.#account('091')];
    const north = this.#tracking('Division', 'North block');
    const south = this.#tracking('Division', 'South block');
    const truck = this.#tracking('Vehicle', month % 2 === 0 ? 'Truck 1' : 'Truck 2');
    const takings = this.#cents(90_000);
    this.#money(on(1), 'RECEIVE', 'Market Customers', [
      {
        accountId: this.#account('200'),
        amount: toAmount(takings),
        itemCode: 'APPLES',
        quantity: 4,
        tracking: north,
      },
      { accountId: this.#account('200'), amount: 120.5, taxType: 'EXEMPTOUTPUT', tracking: south },
      { accountId: this.#account('260'), amount: 33 },
    ]);
    this.#spend(on(2), 'Greenway Property', '469', this.#cents(180_000), { tracking: north });
    this.#spend(on(5), 'Roadside Fuel', '449', this.#cents(9_000), { tracking: [...south, ...truck] });
    this.#spend(on(8), 'Sparkle Cleaning', '408', this.#cents(12_000), { itemCode: 'HOURS', quantity: 3 });
    this.#spend(on(11), null, '429', this.#cents(1_000), { taxType: 'EXEMPTEXPENSES' });
    this.#exclusive(on(14), 'Harbour Stationers');
    this.#bill(on(3), on(17), 'City Power', '429', this.#cents(30_000));
    this.#bill(on(6), on(20), 'Southern Insurance Brokers', '433', this.#cents(40_000));
    this.#enter(on(9), (books) =>
      enterInvoice(books, {
        type: 'ACCREC',
        date: on(9),
        contactName: 'Riverside Grocers',
        lines: [{ accountId: this.#account('200'), amount: toAmount(this.#cents(60_000)), tracking: north }],
        payments: [{ date: on(23), bankAccountId: bank, reconciled: true }],
      }),
    );
    const transfer = { fromBankAccountId: bank, toBankAccountId: savings, reconciled: true };
    const saved = toAmount(this.#cents(50_000));
    this.#enter(on(25), (books) => enterTransfer(books, { date: on(25), amount: saved, ...transfer }));
    const amount = toAmount(this.#cents(20_000));
    this.#enter(on(27), (books) =>
      enterJournal(books, {
        date: on(27),
        narration: 'Depreciation of the month',
        lines: [
          { accountId: this.#account('416'), amount, tracking: south },
          { accountId: this.#account('740'), amount: -amount },
        ],
      }),
    );
    if (month % 2 === 0) this.#remove(this.#spend(on(12), 'Corner Store', '429', this.#cents(2_000)));
  }

  #everyQuarter(on: (day: number) => CalendarDate): void {
    const capital = this.#taxTypes.has('CAPEXINPUT') ? 'CAPEXINPUT' : 'INPUT';
    this.#spend(on(4), 'Harbour Stationers', '710', this.#cents(70_000), { taxType: capital });
    this.#spend(
      on(7),
      'Greenway Property',
      '620',
      this.#cents(25_000),
      { taxType: 'BASEXCLUDED' },
      'SPEND-PREPAYMENT',
    );
    this.#enter(on(10), (books) =>
      enterInvoice(books, {
        status: 'DRAFT',
        date: on(10),
        contactName: 'City Power',
        lines: [{ accountId: this.#account('429'), amount: toAmount(this.#cents(30_000)) }],
        payments: [],
      }),
    );
    const bills = Array.from({ length: BILLS_OF_A_BATCH }, (_each, index) => {
      const bill = this.#enter(on(index), (books) =>
        enterInvoice(books, {
          date: on(index),
          contactName: `Supplier ${index + 1}`,
          lines: [{ accountId: this.#account('310'), amount: toAmount(this.#cents(8_000)) }],
          payments: [],
        }),
      );
      return bill !== null && 'invoiceId' in bill ? [bill.invoiceId] : [];
    });
    const batch = { bankAccountId: this.#account('090'), invoiceIds: bills.flat(), reconciled: true };
    this.#enter(on(24), (books) => enterBatch(books, { date: on(24), ...batch }));
  }

  #everyHalfYear(on: (day: number) => CalendarDate): void {
    const bank = this.#account('090');
    const untaxed = { taxType: 'BASEXCLUDED' };
    this.#spend(on(13), 'City Power', '620', this.#cents(3_000), untaxed, 'SPEND-OVERPAYMENT');
    this.#spend(on(15), 'Riverside Grocers', '620', this.#cents(3_000), untaxed, 'RECEIVE-OVERPAYMENT');
    this.#spend(on(16), 'Riverside Grocers', '620', this.#cents(3_000), untaxed, 'RECEIVE-PREPAYMENT');
    const usd = this.#cents(40_000);
    this.#enter(on(18), (books) =>
      enterInvoice(books, {
        date: on(18),
        contactName: 'Pacific Software',
        currency: 'USD',
        lines: [{ accountId: this.#account('429'), amount: toAmount(usd), taxType: 'EXEMPTEXPENSES' }],
        payments: [
          {
            date: on(26),
            bankAccountId: bank,
            bankAmount: toAmount(endingIn7(Math.round(usd / 0.65))),
            reconciled: true,
          },
        ],
      }),
    );
    this.#enter(on(19), (books) =>
      enterTransaction(books, {
        ...SPENT,
        date: on(19),
        contactName: 'Pacific Software',
        bankAccountId: this.#usDollars,
        lines: [
          {
            accountId: this.#account('429'),
            amount: toAmount(this.#cents(5_000)),
            taxType: 'EXEMPTEXPENSES',
          },
        ],
      }),
    );
    const paid = this.#bill(on(21), on(22), 'Sparkle Cleaning', '408', this.#cents(15_000), false);
    const [payment] = paid !== null && 'paymentIds' in paid ? paid.paymentIds : [];
    const record = payment === undefined ? undefined : this.#state.records.payments.get(payment);
    if (record) put(this.#state, 'payments', record.id, { ...record, status: 'DELETED' });
    for (const [index, kind] of ORDINARY_ODD_KINDS.entries()) {
      const date = on(5 + 11 * index);
      this.#enter(date, (books) => enterOdd(books, { kind, date, total: toAmount(this.#cents(4_000)) }));
    }
  }

  #spend(
    date: CalendarDate,
    contactName: string | null,
    code: string,
    cents: number,
    line: Partial<PersonLine> = {},
    type: Parameters<typeof enterTransaction>[1]['type'] = 'SPEND',
  ): string {
    return this.#money(date, type, contactName, [
      { accountId: this.#account(code), amount: toAmount(cents), ...line },
    ]);
  }

  /** Returns the transaction's id. */
  #money(
    date: CalendarDate,
    type: Parameters<typeof enterTransaction>[1]['type'],
    contactName: string | null,
    lines: PersonLine[],
  ): string {
    const bankAccountId = this.#account('090');
    const entered = this.#enter(date, (books) =>
      enterTransaction(books, { ...SPENT, date, type, contactName, bankAccountId, lines }),
    );
    return entered !== null && 'json' in entered ? String(entered.json['BankTransactionID']) : '';
  }

  /** Two lines without their tax, of which one has a tax amount that was changed by hand. */
  #exclusive(date: CalendarDate, contactName: string): void {
    const net = this.#cents(6_000);
    const tax = Math.round(net / 10);
    // With the tax and its changed cent, the total ends in 7 as well.
    const free = 2_000 - ((tax + 1) % 10);
    this.#enter(date, (books) =>
      enterTransaction(books, {
        ...SPENT,
        date,
        contactName,
        bankAccountId: this.#account('090'),
        lineAmountTypes: 'Exclusive',
        lines: [
          {
            accountId: this.#account('429'),
            amount: toAmount(net),
            taxType: 'INPUT',
            taxAmount: toAmount(tax + 1),
          },
          { accountId: this.#account('429'), amount: toAmount(free), taxType: 'EXEMPTEXPENSES' },
        ],
      }),
    );
  }

  #bill(
    date: CalendarDate,
    paidOn: CalendarDate,
    contactName: string,
    code: string,
    cents: number,
    reconciled = true,
  ) {
    const payment = { date: paidOn, bankAccountId: this.#account('090'), reconciled };
    const lines = [{ accountId: this.#account(code), amount: toAmount(cents) }];
    return this.#enter(date, (books) =>
      enterInvoice(books, { date, contactName, lines, payments: [payment] }),
    );
  }

  #remove(transactionId: string): void {
    const record = this.#state.records.bankTransactions.get(transactionId);
    if (record) put(this.#state, 'bankTransactions', transactionId, { ...record, status: 'DELETED' });
  }

  /** Enters something as of a day. What the chart does not allow any more is left out: null. */
  #enter<Made extends ElementOutcome | Entered<object> | null>(
    date: CalendarDate,
    entered: (books: Books) => Made,
  ): Made | null {
    const at = Math.min(Date.parse(`${date}${NOON_IN_SYDNEY}`), this.#now);
    const books = openBooksForPerson(this.#state, this.#organisation, at, { isOrdinary: true });
    const made = entered(books);
    if (made === null || 'error' in made || ('errors' in made && made.errors.length > 0)) return null;
    apply(this.#state, changesOf(books));
    return made;
  }

  #account(code: string): string {
    return this.#accounts.get(code) ?? '';
  }

  /** The tracking of a line, none where people have changed the option since. */
  #tracking(name: string, option: string): { name: string; option: string }[] {
    return this.#options.has(`${name} ${option}`) ? [{ name, option }] : [];
  }

  /** Returns about so many cents, ending in 7. */
  #cents(about: number): number {
    this.#random = (this.#random * 1_103_515_245 + 12_345) % 2 ** 31;
    return endingIn7(Math.round(about * (0.8 + (0.4 * this.#random) / 2 ** 31)));
  }
}

const SPENT = { type: 'SPEND', reference: '', lineAmountTypes: 'Inclusive', reconciled: true } as const;

const endingIn7 = (cents: number): number => cents - (cents % 10) + 7;
