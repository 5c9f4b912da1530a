/** The states of documents as the wire shows them. */
import type * as z from 'zod';
import { acceptanceOf, type Finding, worstOf } from '../records/schedules/findings.ts';
import type { XeroState } from '../api/xero-state.ts';

type StateView = { [Field in keyof typeof XeroState]: z.input<(typeof XeroState)[Field]> };

export type Findings = ReadonlyMap<string, Finding>;

const NO_STATE: StateView = { xeroStatus: null, xeroDifferences: [], xeroAcceptance: null };

/** A document that may be in Xero. */
interface PostedDocument {
  readonly documentId: string | null;
  readonly xeroTenantId: string | null;
}

/** The worst state of the documents of one payment, event or journal that are in the Xero organisation. */
export function stateView(
  documents: readonly PostedDocument[],
  findings: Findings,
  xeroTenantId: string | undefined,
): StateView {
  const posted = documents.flatMap((document) =>
    document.documentId !== null && document.xeroTenantId === xeroTenantId ? [document.documentId] : [],
  );
  if (posted.length === 0) return NO_STATE;
  const known = posted.map((id) => findings.get(id));
  const xeroStatus = worstOf(known);
  const worst = known.filter((finding) => finding?.status === xeroStatus);
  const acceptances = worst.map((finding) => (finding ? acceptanceOf(finding) : null));
  const [acceptance = null] = acceptances.includes(null) ? [] : acceptances;
  return {
    xeroStatus,
    xeroDifferences: worst.flatMap((finding) => finding?.differences ?? []),
    xeroAcceptance: acceptance && { note: acceptance.note, by: acceptance.by, at: acceptance.at },
  };
}
