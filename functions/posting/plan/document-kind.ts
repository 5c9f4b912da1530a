/** The contract of a kind of document. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { type OwnedSchedule, ownSchedule, type StoredSchedule } from '../../records/schedules/schedule.ts';
import type { DocumentType } from '../../services/xero/port.ts';
import type { Condition, Item, Write } from '../../store/table.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import type { Outcome, Problem } from '../protocol/outcome.ts';
import type { PostingContext } from '../protocol/recorded-call.ts';
import type { Refusal } from '../../../domain/refusal.ts';
import type { Run } from './run.ts';
import type { KindName, OpenDocument } from '../protocol/open-document.ts';
import type { PaymentsMoved } from '../../records/schedules/open-documents.ts';

export type ScheduleChanges = Partial<Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts'>>;

/** The changes that an outcome makes: to the document's own item (null: deleted), the schedule, and other items. */
export interface Consequence {
  readonly set: Readonly<Record<string, unknown>> | null;
  readonly schedule?: ScheduleChanges;
  readonly payments?: PaymentsMoved;
  readonly more?: readonly Write[];
}

export interface StoredKind<Holder extends object> {
  readonly name: KindName;
  /** @throws ZodError for an item of another shape */
  readonly parse: (item: Item) => Holder;
  /** The condition on the item for a document of it to be posted. */
  readonly free: Condition;
  /** The number that the document is wanted by: of a payment or an event. */
  subjectOf(item: Holder): number;
  opened(item: Holder): ScheduleChanges;
  posted(document: OpenDocument<Holder>, documentId: string): Consequence;
  /** The document is not in Xero and never will be. */
  released(document: OpenDocument<Holder>): Consequence;
  /** Writes of the transaction that stores the intent. */
  claims?(document: OpenDocument<Holder>): readonly Write[];
  /** Settles what its outcome waits for. @throws XeroError while that can't be known */
  beforeOutcome?(context: PostingContext, item: Holder): Promise<void>;
}

/** A document that may be posted, as it is planned. */
export interface ReadyDocument {
  /** The number of the payment, event or journal that was asked for. Several documents may belong to one. */
  readonly subject: number;
  /** Tells it from the subject's other documents. */
  readonly part: number;
  /** The bank transaction that it changes, which takes a call of its own. */
  readonly changes?: string | undefined;
  readonly type: DocumentType;
  readonly date: string;
  /** Draws it up. @throws Refusal when it can't be posted */
  draft(address: Address): Promise<OpenDocument>;
}

/** The work for an owner: documents to post, and outcomes that are known already. */
export interface Plan {
  readonly ready: readonly ReadyDocument[];
  readonly outcomes: Iterable<readonly [subject: number, outcome: Outcome]>;
  /** Settles what needs no document in Xero, and returns its outcomes. */
  readonly settle?: () => Promise<Iterable<readonly [subject: number, outcome: Outcome]>>;
}

export type Owner = OwnedSchedule | OwnedEntity;

export const isSchedule = (owner: Owner): owner is OwnedSchedule => 'scheduleId' in owner;

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
  /** Runs between the freeze and the call; an outcome other than null keeps the call from being made. */
  beforeSend?(run: Run, documents: readonly OpenDocument[]): Promise<Outcome | null>;
}

/** How documents of a kind are planned: `Wanted` is what an owner is asked to post. */
export interface DocumentKind<Wanted, Own extends Owner = OwnedSchedule> extends SentKind {
  /** @throws Refusal `not-found` */
  read(run: Run, ownerId: string): Promise<Own>;
  /** The days on which transactions of others may be the owner's payments; one search reads those of all owners. */
  searched?(
    run: Run,
    owner: Own,
    wanted: readonly Wanted[],
    problem: Problem | null,
  ): Promise<readonly CalendarDate[]>;
  /**
   * Reads what is stored, and says which documents may be posted. It is called again right before they are drawn up.
   * @param problem why the outcome of an earlier document is still unknown
   * @throws Refusal, XeroError when nothing of the owner can be posted
   */
  plan(run: Run, owner: Own, wanted: readonly Wanted[], problem: Problem | null): Promise<Plan>;
}

/** Reads a schedule, for kinds whose owners are schedules. */
export const readSchedule = ({ context: { services }, entity }: Run, scheduleId: string) =>
  ownSchedule(services.table, entity, scheduleId);
