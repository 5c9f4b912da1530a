/** Documents in Xero that a restored table does not know, and their facts as far as Xero tells them. */
import { cents, negated, sumCents, ZERO } from '../../domain/money.ts';
import { NO_GST, TAX_TYPES } from '../../domain/gst/tax-types.ts';
import { LINE_ROLES, lineOf, type LineRole, type PartialMapping } from '../../domain/journal/document.ts';
import type { DocumentReference } from '../../domain/posting/document-reference.ts';
import type { SentDocument } from '../records/schedules/sent-document.ts';
import { digest } from '../lib/digest.ts';
import type { DocumentContent, DocumentType, FoundDocument } from '../services/xero/port.ts';
import type { PostingContext } from './recorded-call.ts';

/** A document of ours in Xero, with its reference in parts. */
export interface UnknownDocument<Of extends DocumentReference = DocumentReference> extends FoundDocument {
  readonly type: DocumentType;
  readonly reference: string;
  readonly parts: Of;
}

/** A kind of reference. */
export type ReferenceOf<Kind extends DocumentReference['of']> = Extract<DocumentReference, { of: Kind }>;

/** Returns the documents whose reference is of one kind. */
export const unknownOf = <Kind extends DocumentReference['of']>(
  documents: readonly UnknownDocument[],
  kind: Kind,
): UnknownDocument<ReferenceOf<Kind>>[] =>
  documents.filter((document): document is UnknownDocument<ReferenceOf<Kind>> => document.parts.of === kind);

/** Returns the facts of a document as Xero has it; the accounts tell the roles of its lines. Null when it is gone. */
export async function sentDocumentIn(
  { services: { xero }, session }: PostingContext,
  { id, type, reference }: UnknownDocument,
  mappings: readonly PartialMapping[],
): Promise<SentDocument | null> {
  const content = await session.call((access) => xero.readDocument(access, type, id));
  return content && factsOf(content, type, reference, mappings);
}

function factsOf(
  { date, bankAccountId, lineAmountTypes, lines }: DocumentContent,
  type: DocumentType,
  reference: string,
  mappings: readonly PartialMapping[],
): SentDocument {
  // The lines of money received credit their accounts.
  const side = type === 'RECEIVE' ? -1 : 1;
  const sent = lines.map(({ accountId, description, taxType, cents: amount }) => ({
    role: roleOf(accountId, mappings),
    account: accountId,
    description,
    amount: cents(side * amount),
    taxType: TAX_TYPES.find((known) => known === taxType) ?? NO_GST,
  }));
  return {
    reference,
    type,
    date,
    bankAmount: type === 'MANUAL-JOURNAL' ? ZERO : negated(sumCents(sent.map(({ amount }) => amount))),
    bankAccountId,
    lineAmountTypes,
    lines: sent,
    digest: digest(JSON.stringify([date, sent])),
  };
}

const roleOf = (accountId: string, mappings: readonly PartialMapping[]): LineRole =>
  LINE_ROLES.find(
    (role) =>
      role !== 'other' && mappings.some((mapping) => lineOf(mapping, role, ZERO, '').account === accountId),
  ) ?? 'other';
