/** The opening journal that a new one replaces: it is voided before the new one is posted. */
import type { XeroError } from '../services/xero/port.ts';
import type { PostingContext } from './recorded-call.ts';
import {
  recordVoided,
  recordVoiding,
  type StoredOpeningJournal,
} from '../records/schedules/opening-journals.ts';
import { type Removal, removeDocument } from './remove-document.ts';

export type Voiding =
  { readonly kind: 'clear' } | { readonly kind: 'kept' | 'unknown'; readonly error: XeroError };

/**
 * Voids the journal that `journal` replaces, unless that is done.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function voidReplaced(context: PostingContext, journal: StoredOpeningJournal): Promise<Voiding> {
  const { replaces, state } = journal;
  if (state === 'clear' || replaces === null) return { kind: 'clear' };
  const { table } = context.services;
  const removal: Removal<StoredOpeningJournal> = await removeDocument(
    context,
    journal,
    (stored, calls) => recordVoiding(table, stored, calls),
    { type: 'MANUAL-JOURNAL', id: replaces },
  );
  if (removal.kind !== 'removed') return { kind: removal.kind, error: removal.error };
  await recordVoided(table, removal.stored);
  return { kind: 'clear' };
}
