/**
 * The bank transactions that people and bank rules have coded: one search for all payments of a run. Transactions of
 * Paydown itself, of whichever customer, and those that answer a payment already are left out.
 */
import pMap from 'p-map';
import { addDays, businessDate, type CalendarDate, formatDate } from '../../../domain/calendar.ts';
import { cents, formatMoney, negated } from '../../../domain/money.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import {
  type BankLine,
  type DateRange,
  joinedRanges,
  matchCoded,
  searchWindows,
} from '../../../domain/posting/coded-payments.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { claimedAmong } from '../../records/schedules/transaction-claims.ts';
import type { XeroServices } from '../../services/context.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentContent } from '../../services/xero/port.ts';
import type { XeroSession } from '../../xero/session.ts';
import { documentPages } from '../protocol/find-documents.ts';
import { referencesIn } from '../protocol/look-alikes.ts';

/** Searches at the same time. */
const AT_ONCE = 3;

/** The most searches for a page: the calls of a minute are needed for posting too. A job takes its time. */
const MOST_FOR_A_PAGE = 20;

/** Bank lines are of the past, and people date few transactions ahead: one search covers all later days. */
const AHEAD_DAYS = 31;

/** A document that a payment would post, as the search compares it. */
export interface BankPayment extends BankLine {
  readonly scheduleId: string;
  readonly number: number;
  readonly part: number;
}

/** A bank transaction as the search found it. `total` is in cents. */
export type CodedTransaction = DocumentContent & BankLine;

interface SearchContext {
  readonly services: Pick<XeroServices, 'table' | 'xero' | 'clock' | 'origin' | 'protocol'>;
  readonly session: XeroSession;
  /** Nothing more is searched from then on, milliseconds since the epoch. */
  readonly until: number;
  readonly isPage: boolean;
}

export class CodedTransactions {
  readonly #context: SearchContext;
  readonly #found = new Map<string, CodedTransaction>();
  readonly #windows = new Map<string, DateRange & { readonly isRead: boolean }>();
  #searches = 0;

  constructor(context: SearchContext) {
    this.#context = context;
  }

  /**
   * Searches the days around payments, as far as they are not searched yet.
   * @throws XeroError where Xero does not let us in
   */
  async search(dates: readonly CalendarDate[]): Promise<void> {
    const { services, until, isPage } = this.#context;
    const ahead = addDays(businessDate(services.clock.now()), AHEAD_DAYS);
    const later = searchWindows(dates.filter((date) => date > ahead));
    const windows = searchWindows(dates.filter((date) => date <= ahead));
    const [first, last] = [later[0], later.at(-1)];
    if (first && last) windows.push({ from: first.from, to: last.to });
    const wanted = windows.filter(({ from, to }) => !this.#windows.has(`${from} ${to}`));
    let left = isPage ? MOST_FOR_A_PAGE - this.#searches : wanted.length;
    this.#searches += wanted.length;
    await pMap(
      wanted,
      async (window) => {
        if (left <= 0 || services.clock.now() >= until) return this.#note(window, false);
        left--;
        const isRead = await this.#read(window);
        if (isRead === null) left = 0;
        this.#note(window, isRead === true);
      },
      { concurrency: AT_ONCE },
    );
  }

  #note(window: DateRange, isRead: boolean): void {
    this.#windows.set(`${window.from} ${window.to}`, { ...window, isRead });
  }

  /** The ranges that could not be read. */
  get unsearched(): DateRange[] {
    return joinedRanges([...this.#windows.values()].filter(({ isRead }) => !isRead));
  }

  /** Whether the absence of a transaction for a payment of that date is not known. */
  isUnsearched(date: CalendarDate): boolean {
    const isSearched = searchWindows([date]).every(({ from, to }) => {
      const windows = [...this.#windows.values()].filter(({ isRead }) => isRead);
      return joinedRanges(windows).some((range) => range.from <= from && range.to >= to);
    });
    return !isSearched;
  }

  /** Whether a transaction was found that may be the payment, whatever else it may be. */
  isMatch(payment: BankPayment, transactionId: string): boolean {
    const transaction = this.#found.get(transactionId);
    return transaction !== undefined && matchCoded([payment], [transaction]).size > 0;
  }

  /** The transactions that may be each payment, the nearest first, each given once. */
  async matches<Payment extends BankPayment>(
    payments: readonly Payment[],
    chosen: ReadonlyMap<Payment, string> = new Map(),
  ): Promise<ReadonlyMap<Payment, readonly CodedTransaction[]>> {
    const { services, session } = this.#context;
    const near = new Set([...matchCoded(payments, [...this.#found.values()]).values()].flat());
    const claimed = await claimedAmong(
      services.table,
      session.xeroTenantId,
      [...near].map(({ id }) => id),
    );
    const free = [...this.#found.values()].filter(({ id }) => !claimed.has(id));
    return matchCoded(payments, free, chosen);
  }

  /** Returns null when no more calls are allowed for now. */
  async #read(window: DateRange): Promise<boolean | null> {
    const { services, session } = this.#context;
    try {
      const pages = documentPages((page, pageSize) =>
        session.call((access) =>
          services.xero.readDocuments(access, {
            type: 'SPEND',
            ...window,
            contactId: null,
            isStanding: true,
            page,
            pageSize,
          }),
        ),
      );
      for await (const content of pages) {
        if (this.#isForeign(content))
          this.#found.set(content.id, { ...content, total: cents(content.total) });
      }
      return true;
    } catch (error) {
      if (!(error instanceof XeroError)) throw error;
      if (error.kind === 'throttled') return null;
      if (error.kind === 'unavailable' || error.kind === 'refused') return false;
      throw error;
    }
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

export const alreadyCoded = ({ total, contact, date }: CodedTransaction): Refusal =>
  conflict(
    'payment/already-coded',
    `${formatMoney(total)} to ${contact || 'a contact without a name'} on ${formatDate(date)} is in Xero already. ` +
      'Choose whether to correct its coding, to post the payment anyway or to leave it out.',
  );

export const notChecked = (): Refusal =>
  conflict(
    'payment/not-checked',
    'Xero could not be searched for a transaction that is this payment already. Please try again in a minute.',
  );
