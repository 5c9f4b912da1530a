/** Removal of a document in Xero: a journal is voided, a bank transaction deleted. Doing it twice does no harm. */
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import { recordedCall, type PostingContext } from './recorded-call.ts';
import type { CallsMade } from '../../../domain/posting/protocol.ts';

/** `kept`: the document stands and no earlier call will remove it. `unknown`: it may or may not be removed. */
export type RemovalOutcome<Item> =
  | { readonly kind: 'removed'; readonly stored: Item }
  | { readonly kind: 'kept' | 'unknown'; readonly stored: Item; readonly error: XeroError };

/**
 * Removes a document that was posted; one that is gone already counts as removed. `storeCalls` stores its calls.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function removeDocument<Item extends { readonly calls: CallsMade }>(
  context: PostingContext,
  before: Item,
  storeCalls: (stored: Item, calls: CallsMade) => Promise<Item>,
  { type, id }: { readonly type: DocumentType; readonly id: string },
): Promise<RemovalOutcome<Item>> {
  const { xero, ids, clock, protocol } = context.services;
  try {
    const found = await context.session.call((access) => xero.getDocument(access, type, id));
    if (found === null || (context.onlyLooks && !found.deleted))
      return { kind: 'kept', stored: before, error: new XeroError('refused', { answered: 404 }) };
    if (found.deleted) return { kind: 'removed', stored: before };
    const key = ids.uuid();
    const answer = await recordedCall(
      context,
      // Each call has a key of its own, since the second one changes nothing.
      { ...before, calls: { ...before.calls, firstAt: null } },
      storeCalls,
      (access) => xero.removeDocument(access, type, found, key),
    );
    if (answer.kind === 'answered') return { kind: 'removed', stored: answer.stored };
    const isRefused = answer.kind === 'refused' || answer.error.kind === 'refused';
    const isOver = answer.kind === 'refused' || protocol.provesAbsence(before.calls, clock.now());
    return { kind: isRefused && isOver ? 'kept' : 'unknown', stored: answer.stored, error: answer.error };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return { kind: 'unknown', stored: before, error };
  }
}
