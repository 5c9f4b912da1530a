import type { LineRole } from '../../domain/journal/document.ts';
import type { FrozenDocument } from '../services/xero/port.ts';

/** A document whose outcome is open. `item` is what its item holds besides the intent. */
export interface OpenDocument extends FrozenDocument {
  readonly scheduleId: string;
  readonly sk: string;
  readonly date: string;
  /** The contact of a bank transaction; null for a journal. */
  readonly contactId: string | null;
  /** The roles of the lines, in their order; none for an opening journal. */
  readonly roles?: readonly LineRole[];
  readonly item: Readonly<Record<string, unknown>>;
}
