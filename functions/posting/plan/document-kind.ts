/** The contract of a kind of document. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { type OwnedSchedule, ownSchedule } from '../../records/schedules/schedule.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { BankPayment, FoundTransactions } from '../../xero/coded-transactions.ts';
import type { Outcome, Reason } from '../protocol/outcome.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import type { Removable } from '../protocol/removals.ts';
import type { Run } from './run.ts';
import type { KindName, OpenDocument, Owner } from '../protocol/open-document.ts';

/** A document that may be posted, as it is planned. */
export interface ReadyDocument {
  /** The number of the payment, event or journal that was asked for. Several documents may belong to one. */
  readonly subject: number;
  /** Tells it from the subject's other documents. */
  readonly part: number;
  readonly type: DocumentType;
  readonly date: string;
  /** Draws it up. @throws Refusal when it can't be posted */
  draft(address: Address): Promise<OpenDocument>;
}

/** The work for an owner: documents to post, and outcomes that are known already. */
export interface Plan {
  readonly ready: readonly ReadyDocument[];
  readonly outcomes: Iterable<readonly [subject: number, outcome: Outcome]>;
  /** A document that has to leave Xero first: the owner is planned again once it has. */
  readonly replaces?: Removable;
  /** Settles what needs no document in Xero, and returns its outcomes. */
  readonly settle?: () => Promise<Iterable<readonly [subject: number, outcome: Outcome]>>;
}

/**
 * A plan that depends on transactions of others: one search of `days` serves all owners. `sought` are the payments among
 * which the transactions found are given out.
 */
export interface PlanAfterSearch {
  readonly days: readonly CalendarDate[];
  readonly sought: readonly BankPayment[];
  choose(found: FoundTransactions): Promise<Plan>;
}

export interface Address {
  /** The contact of bank transactions; null for owners without any, and where Xero finds it by its name. */
  readonly contactId: string | null;
  readonly shortCode: string;
}

/** How documents of a kind are sent. */
export interface SentKind {
  readonly name: KindName;
  /** Whether its bank transactions are paid to the schedule's own contact. */
  readonly hasContact: boolean;
  /** Whether the first document that is not posted keeps the others from being sent. */
  readonly stopsAtRefusal: boolean;
  /** The reason given for a document whose outcome is unknown. */
  unconfirmed(): Refusal;
}

/** How documents of a kind are planned: `Wanted` is what an owner is asked to post. */
export interface DocumentKind<Wanted, Own extends Owner = OwnedSchedule> extends SentKind {
  /** @throws Refusal `not-found` */
  read(run: Run, ownerId: string): Promise<Own>;
  /**
   * Reads what is stored, and says which documents may be posted. It is called again right before they are drawn up.
   * @param problem why the outcome of an earlier document is still unknown
   * @throws Refusal, XeroError when nothing of the owner can be posted
   */
  plan(
    run: Run,
    owner: Own,
    wanted: readonly Wanted[],
    problem: Reason | null,
  ): Promise<Plan | PlanAfterSearch>;
}

/** Reads a schedule, for kinds whose owners are schedules. */
export const readSchedule = ({ context: { services }, entity }: Run, scheduleId: string) =>
  ownSchedule(services.table, entity, scheduleId);
