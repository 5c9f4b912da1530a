/** The states of documents as the wire shows them. */
import type * as z from 'zod';
import { acceptanceOf, type Finding, worstOf } from '../records/schedules/findings.ts';
import type { CorrectedTransaction } from '../records/schedules/payments.ts';
import type { XeroState } from '../api/xero-state.ts';

type StateView = { [Field in keyof typeof XeroState]: z.input<(typeof XeroState)[Field]> };

export type Findings = ReadonlyMap<string, Finding>;

const NO_STATE: StateView = { xeroStatus: null, xeroDifferences: [], xeroAcceptance: null };

/** The state of a corrected transaction that was not read since. */
const RECONCILED: Finding = {
  documentId: '',
  status: 'reconciled',
  differences: [],
  since: '',
  acceptance: null,
  version: 0,
};

/** A document that may be in Xero. */
interface PostedDocument {
  readonly documentId: string | null;
  readonly xeroTenantId: string | null;
  /** The reconciled transaction whose coding the document moves. */
  readonly corrected?: CorrectedTransaction | null;
}

/** The worst state of the documents of one payment, event or journal that are in the Xero organisation. */
export function stateView(
  documents: readonly PostedDocument[],
  findings: Findings,
  xeroTenantId: string | undefined,
): StateView {
  const posted = documents.filter((document) => document.xeroTenantId === xeroTenantId);
  const known = posted.flatMap((document) => findingsOf(document, findings));
  if (known.length === 0) return NO_STATE;
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

/** A journal that corrects a transaction is never reconciled: its state is that of the transaction, unless it deviates. */
function findingsOf(
  { documentId, corrected = null }: PostedDocument,
  findings: Findings,
): (Finding | undefined)[] {
  if (documentId === null) return [];
  const own = findings.get(documentId);
  if (corrected === null) return [own];
  const transaction = findings.get(corrected.transactionId) ?? RECONCILED;
  return own?.status === 'changed' || own?.status === 'missing' ? [own, transaction] : [transaction];
}
