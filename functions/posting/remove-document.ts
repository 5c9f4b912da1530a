/** Removal of a document in Xero: a journal is voided, a bank transaction deleted. Doing it twice does no harm. */
import { type DocumentType, XeroError } from '../services/xero/port.ts';
import { announcedCall, type PostingContext } from './announced-call.ts';
import type { CallsMade } from './protocol.ts';

/** `kept`: the document stands and no earlier call will remove it. `unknown`: it may or may not be removed. */
export type Removal<Sent> =
  | { readonly kind: 'removed'; readonly sent: Sent }
  | { readonly kind: 'kept' | 'unknown'; readonly sent: Sent; readonly error: XeroError };

/**
 * Removes a document that was posted; one that is gone already counts as removed. `record` writes the calls down.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function removeDocument<Sent extends { readonly calls: CallsMade }>(
  context: PostingContext,
  before: Sent,
  record: (sent: Sent, calls: CallsMade) => Promise<Sent>,
  { type, id }: { readonly type: DocumentType; readonly id: string },
): Promise<Removal<Sent>> {
  const { xero, ids, clock, protocol } = context.services;
  try {
    const found = await context.session.call((access) => xero.getDocument(access, type, id));
    if (found === null)
      return { kind: 'kept', sent: before, error: new XeroError('refused', { answered: 404 }) };
    if (found.deleted) return { kind: 'removed', sent: before };
    const key = ids.uuid();
    const answer = await announcedCall(
      context,
      // Each call has a key of its own, since the second one changes nothing.
      { ...before, calls: { ...before.calls, firstAt: null } },
      record,
      (access) => xero.removeDocument(access, type, found, key),
    );
    if (answer.kind === 'answered') return { kind: 'removed', sent: answer.sent };
    const isRefused = answer.kind === 'refused' || answer.error.kind === 'refused';
    const isOver = answer.kind === 'refused' || protocol.provesAbsence(before.calls, clock.now());
    return { kind: isRefused && isOver ? 'kept' : 'unknown', sent: answer.sent, error: answer.error };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return { kind: 'unknown', sent: before, error };
  }
}
