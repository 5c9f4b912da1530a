/** Posting what one owner wants, all of it or an error. */
import type { DocumentKind, Owner, ReadyDocument } from './documents.ts';
import { postDocuments } from './post-documents.ts';
import type { Run } from './run.ts';

/**
 * Posts the documents of one wanted thing.
 * @returns the id of its last document in Xero; '' where there was nothing to post
 * @throws Refusal, XeroError the reason why one of them is not in Xero
 */
export async function postOne<Own extends Owner, Wanted, Ready extends ReadyDocument, Holder extends object>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  { ownerId, wanted }: { readonly ownerId: string; readonly wanted: Wanted },
): Promise<string> {
  const [result] = await postDocuments(run, kind, [{ ownerId, wanted: [wanted] }]);
  if (!result) return '';
  if (result.failure !== null) throw result.failure;
  let last = '';
  for (const outcome of result.outcomes.values()) {
    if (outcome.kind !== 'posted') throw outcome.reason;
    last = outcome.documentId;
  }
  return last;
}
