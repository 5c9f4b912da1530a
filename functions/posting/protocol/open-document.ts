/** Documents on their way to Xero. */
import type { LineRole } from '../../../domain/journal/document.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import type { OwnedRegister } from '../../records/registers/register.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import type { DOCUMENT_KINDS } from '../../../domain/posting/document-kinds.ts';
import type { FrozenDocument } from '../../services/xero/port.ts';

export type Owner = OwnedSchedule | OwnedEntity | OwnedRegister;

export const isSchedule = (owner: Owner): owner is OwnedSchedule => 'scheduleId' in owner;

/** Whether documents may be on their way; an entity's are looked for. */
export const mayHaveOpen = (owner: Owner): boolean => !('openIntents' in owner) || owner.openIntents > 0;

export type KindName = (typeof DOCUMENT_KINDS)[number];

/** The item that holds a document: below a schedule, or below the entity. */
export interface DocumentPlace {
  readonly kind: KindName;
  /** The schedule's id, the entity's for an adjusting journal, the register's for an entry. */
  readonly ownerId: string;
  readonly sk: string;
}

/** A document whose outcome is open. `item` is what its item holds besides the intent. */
export interface OpenDocument<Holder extends object = object> extends FrozenDocument, DocumentPlace {
  /** The number of the payment or event; of a journal, its place among those that are wanted. */
  readonly subject: number;
  readonly date: string;
  /** The contact of a bank transaction; null for a journal, and where Xero finds it by its name. */
  readonly contactId: string | null;
  /** The roles of the lines, in their order; none for an opening journal. */
  readonly roles?: readonly LineRole[];
  readonly item: Holder;
}
