/**
 * The ways in which money has left the bank by other hands, a bank rule's or a person's: one search for all payments of a
 * run. Transactions of Paydown itself, of whichever customer, and those that answer a payment already are left out.
 */
import pMap from 'p-map';
import { addDays, businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { negated } from '../../domain/money.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import {
  type BankLine,
  type DateRange,
  joinedRanges,
  MATCH_DAYS,
  matchCoded,
  searchSpans,
  searchWindows,
} from '../../domain/posting/coded-payments.ts';
import { moneyOutText } from '../../domain/posting/money-out.ts';
import { conflict, type Refusal } from '../../domain/refusal.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { claimedAmong } from '../records/schedules/transaction-claims.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import type {
  BillPayment,
  BillPaymentPage,
  ContentPage,
  DocumentContent,
  UnreadableDocument,
} from '../services/xero/port.ts';
import { cacheIfSmall, dropCached, readCached, type ReadKind } from './read-cache.ts';
import type { XeroSession } from './session.ts';
import { referencesIn } from './own-references.ts';
import {
  billsOut,
  type CodedTransaction,
  transactionOut,
  type Unreadable,
  unreadableMatch,
  unreadableOut,
} from './money-out.ts';

/** Searches at the same time. */
const AT_ONCE = 3;

/** The most searches for a page: the calls of a minute are needed for posting too. A job takes its time. */
const MOST_FOR_A_PAGE = 20;

/** The most pages for several windows together. Above them, each window is read alone. */
const SPAN_PAGES = 4;

/** How long an unfinished search for a page keeps its answers for the next one, milliseconds. */
const KEPT_MS = 300_000;

/** Bank lines are of the past, and people date few transactions ahead: one search covers all later days. */
const AHEAD_DAYS = 31;

/** A document that a payment would post, as the search compares it. */
export interface BankPayment extends BankLine {
  readonly scheduleId: string;
  readonly number: number;
  readonly part: number;
}

/** Why days are not searched: Xero did not answer, or the consent does not include payments of bills. */
export type Unsearched = 'unanswered' | 'scope-missing';

interface SearchContext {
  readonly services: Pick<XeroServices, 'table' | 'xero' | 'clock' | 'origin' | 'protocol'>;
  readonly session: XeroSession;
  /** Nothing more is searched from then on, milliseconds since the epoch. */
  readonly until: number;
  readonly isPage: boolean;
}

/** The lists in which money leaves a bank: transactions of every type, and payments of bills with their batches. */
const LISTS = ['transactions', 'payments'] as const;

type List = (typeof LISTS)[number];

type Window = DateRange & { readonly missing: Map<List, Unsearched> };

/** Of one call for a page: everything, more than a page, or why nothing. */
type Answered = 'whole' | 'more' | Unsearched | 'throttled';

export class CodedTransactions {
  readonly #context: SearchContext;
  readonly #found = new Map<string, CodedTransaction>();
  readonly #unreadable = new Map<string, Unreadable>();
  readonly #payments = new Map<string, BillPayment>();
  readonly #windows = new Map<string, Window>();
  /** Answers of this search for a page, by their name in the cache; null for those that were kept by an earlier one. */
  readonly #answers = new Map<ReadKind, { readonly json: string; readonly now: number } | null>();
  #calls = 0;

  constructor(context: SearchContext) {
    this.#context = context;
  }

  /**
   * Searches the days around payments, as far as they are not searched yet.
   * @throws XeroError where Xero does not let us in
   */
  async search(dates: readonly CalendarDate[]): Promise<void> {
    const { services } = this.#context;
    const ahead = addDays(businessDate(services.clock.now()), AHEAD_DAYS);
    const later = searchWindows(dates.filter((date) => date > ahead));
    const windows = searchWindows(dates.filter((date) => date <= ahead));
    const [first, last] = [later[0], later.at(-1)];
    if (first && last) windows.push({ from: first.from, to: last.to });
    const wanted = windows.flatMap((range): Window[] =>
      this.#windows.has(keyOf(range)) ? [] : [{ ...range, missing: new Map() }],
    );
    for (const window of wanted) this.#windows.set(keyOf(window), window);
    const steps = searchSpans(wanted).flatMap((span) => LISTS.map((list) => ({ list, span })));
    await pMap(steps, ({ list, span }) => this.#searchSpan(list, span), { concurrency: AT_ONCE });
    for (const one of billsOut([...this.#payments.values()])) this.#found.set(one.id, one);
  }

  /**
   * For a page: keeps the answers of a search that Xero's limits have cut short, so that the next one asks for the rest
   * alone. Once all is searched, they are dropped: the search after it sees Xero as it is then.
   */
  async keepForNext(): Promise<void> {
    const { services, session } = this.#context;
    const isCut = this.unsearched.some(({ why }) => why === 'unanswered');
    for (const [kind, answer] of this.#answers) {
      if (!isCut) await dropCached(services.table, session.cacheOwner, kind);
      else if (answer !== null) await cacheIfSmall(services.table, session.cacheOwner, kind, answer);
    }
  }

  /** Reads several windows together, which mostly takes a page, else each alone. */
  async #searchSpan(list: List, windows: readonly Window[]): Promise<void> {
    const [first, last] = [windows[0], windows.at(-1)];
    if (!first || !last) return;
    if (windows.length > 1) {
      const answered = await this.#read(list, { from: first.from, to: last.to }, SPAN_PAGES);
      if (answered === 'whole') return;
      if (answered === 'scope-missing') {
        for (const window of windows) window.missing.set(list, answered);
        return;
      }
    }
    for (const window of windows) {
      const answered = await this.#read(list, window);
      if (answered === 'throttled') this.#calls = MOST_FOR_A_PAGE;
      if (answered !== 'whole')
        window.missing.set(list, answered === 'scope-missing' ? answered : 'unanswered');
    }
  }

  /** The ranges that could not be searched, and why. */
  get unsearched(): (DateRange & { readonly why: Unsearched })[] {
    return (['unanswered', 'scope-missing'] as const).flatMap((why) => {
      const windows = [...this.#windows.values()].filter((window) => whyIn(window) === why);
      return joinedRanges(windows).map((range) => ({ ...range, why }));
    });
  }

  /** Why the absence of a transaction for a payment of that date is not known; null where it is. */
  whyUnsearched(date: CalendarDate): Unsearched | null {
    const windows = [...this.#windows.values()];
    const isCovered = (searched: readonly Window[]): boolean => {
      const ranges = joinedRanges(searched);
      return searchWindows([date]).every(({ from, to }) =>
        ranges.some((range) => range.from <= from && range.to >= to),
      );
    };
    if (isCovered(windows.filter((window) => whyIn(window) === null))) return null;
    return isCovered(windows.filter((window) => whyIn(window) !== 'unanswered'))
      ? 'scope-missing'
      : 'unanswered';
  }

  /** Whether a transaction was found that may be the payment, whatever else it may be. */
  isMatch(payment: BankPayment, transactionId: string): boolean {
    const transaction = this.#found.get(transactionId);
    if (transaction) return matchCoded([payment], [transaction]).size > 0;
    const unreadable = this.#unreadable.get(transactionId);
    return unreadable !== undefined && isAround(unreadable, payment);
  }

  /**
   * The transactions that may be each payment, the nearest first, each given once; those that can't be read last, for each
   * payment that they may be.
   */
  async matches<Payment extends BankPayment>(
    payments: readonly Payment[],
    chosen: ReadonlyMap<Payment, string> = new Map(),
  ): Promise<ReadonlyMap<Payment, readonly CodedTransaction[]>> {
    const { services, session } = this.#context;
    const near = new Set([...matchCoded(payments, [...this.#found.values()]).values()].flat());
    const ids = [...[...near].map(({ id }) => id), ...this.#unreadable.keys()];
    const claimed = await claimedAmong(services.table, session.xeroTenantId, ids);
    const free = [...this.#found.values()].filter(({ id }) => !claimed.has(id));
    const given = matchCoded(payments, free, chosen);
    const odd = [...this.#unreadable.values()].filter(({ id }) => !claimed.has(id));
    if (odd.length === 0) return given;
    return new Map(
      payments.flatMap((payment): [Payment, readonly CodedTransaction[]][] => {
        const around = odd.filter((one) => isAround(one, payment));
        const all = [
          ...(given.get(payment) ?? []),
          ...around.map((one) => unreadableMatch(one, payment.bankAccountId)),
        ];
        return all.length > 0 ? [[payment, all]] : [];
      }),
    );
  }

  async #read(list: List, range: DateRange, mostPages = Infinity): Promise<Answered> {
    const { services, session } = this.#context;
    const { xero } = services;
    try {
      for (let page = 1; page <= mostPages; page++) {
        const search = { ...range, page };
        const answer =
          list === 'transactions'
            ? await this.#answerOf(`search-transactions-${keyOf(range)} ${page}`, async () =>
                session.call((access) => xero.standingTransactions(access, search)),
              )
            : await this.#answerOf(`search-payments-${keyOf(range)} ${page}`, async () =>
                session.call((access) => xero.billPayments(access, search)),
              );
        if (answer === null) return 'unanswered';
        if ('payments' in answer) this.#keepPayments(answer);
        else this.#keepTransactions(answer);
        for (const one of answer.unreadable) this.#keepUnreadable(one, range);
        if (answer.isLast) return 'whole';
      }
      return 'more';
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      if (error.kind === 'throttled') return 'throttled';
      if (error.kind === 'unscoped' && list === 'payments') return 'scope-missing';
      if (error.kind === 'unavailable' || error.kind === 'refused') return 'unanswered';
      throw error;
    }
  }

  /** Returns the answer that an earlier search has kept, or Xero's; null when no call is left for it. */
  async #answerOf<Found>(kind: ReadKind, ask: () => Promise<Found>): Promise<Found | null> {
    const { services, session, until, isPage } = this.#context;
    const { table, clock } = services;
    if (isPage) {
      const kept = { now: clock.now(), mostMs: KEPT_MS };
      const known = await readCached(table, session.cacheOwner, kind, kept);
      if (known !== null) {
        this.#answers.set(kind, null);
        // Kept below, in the shape that `ask` returns.
        return JSON.parse(known) as Found;
      }
      if (this.#calls >= MOST_FOR_A_PAGE) return null;
    }
    if (clock.now() >= until) return null;
    this.#calls++;
    const found = await ask();
    if (isPage) this.#answers.set(kind, { json: JSON.stringify(found), now: clock.now() });
    return found;
  }

  #keepTransactions(page: ContentPage): void {
    for (const content of page.documents) {
      const one = this.#isForeign(content) ? transactionOut(content) : null;
      if (one) this.#found.set(one.id, one);
    }
  }

  #keepPayments(page: BillPaymentPage): void {
    for (const payment of page.payments) this.#payments.set(payment.id, payment);
  }

  #keepUnreadable(document: UnreadableDocument, range: DateRange): void {
    const { origin, protocol } = this.#context.services;
    const isOurs = protocol.referenceIn(document.json) !== null || document.json.includes(`"${origin}/`);
    const one = isOurs ? null : unreadableOut(document, range);
    // Several may lack an id.
    if (one) this.#unreadable.set(one.id || document.json, one);
  }

  #isForeign(content: DocumentContent): boolean {
    const { origin, protocol } = this.#context.services;
    return (
      !content.deleted &&
      !content.url.startsWith(`${origin}/`) &&
      referencesIn(content, protocol).length === 0
    );
  }
}

const keyOf = ({ from, to }: DateRange): string => `${from} ${to}`;

function whyIn({ missing }: Window): Unsearched | null {
  const all = [...missing.values()];
  return all.find((why) => why === 'unanswered') ?? all[0] ?? null;
}

/** Whether what can't be read may be the payment by its day and bank account. */
const isAround = ({ bankAccountId, from, to }: Unreadable, payment: BankPayment): boolean =>
  (bankAccountId === null || bankAccountId === payment.bankAccountId) &&
  payment.date >= addDays(from, -MATCH_DAYS) &&
  payment.date <= addDays(to, MATCH_DAYS);

/** The transactions found, and those given to each of all payments that a run may post. */
export interface FoundTransactions {
  readonly coded: CodedTransactions;
  readonly given: ReadonlyMap<string, readonly CodedTransaction[]>;
}

/** Returns the transactions that may be a payment; one that has changed since the search is compared alone. */
export const transactionsOf = async (
  { coded, given }: FoundTransactions,
  sought: BankPayment,
): Promise<readonly CodedTransaction[]> =>
  given.get(JSON.stringify(sought)) ?? (await coded.matches([sought])).get(sought) ?? [];

/** Returns what a document of a payment posts to the bank; null for one that no bank transaction can be. */
export function bankPayment(
  { scheduleId, accounts }: Pick<OwnedSchedule, 'scheduleId' | 'accounts'>,
  {
    number,
    part,
    document,
  }: { readonly number: number; readonly part: number; readonly document: LedgerDocument | null },
): BankPayment | null {
  const { bankAccountId } = accounts;
  if (document?.type !== 'SPEND' || !bankAccountId) return null;
  return {
    scheduleId,
    number,
    part,
    date: document.date,
    bankAccountId,
    total: negated(document.bankAmount),
  };
}

export const alreadyCoded = (found: CodedTransaction): Refusal => {
  const choice = found.content === null ? '' : 'to correct its coding, ';
  return conflict(
    'payment/already-coded',
    `${moneyOutText(found)} Choose whether ${choice}to post the payment anyway or to leave it out.`,
  );
};

export const scopeMissing = (): Refusal =>
  conflict(
    'payment/scope-missing',
    'Paydown may not read payments of bills in Xero, so it can’t tell whether this payment is in Xero already. Please reconnect to Xero.',
  );

export const notChecked = (): Refusal =>
  conflict(
    'payment/not-checked',
    'Xero could not be searched for a transaction that is this payment already. Please try again in a minute.',
  );
