import type { DocumentType } from '../../../domain/journal/document.ts';
import type {
  BankDocument,
  XeroLine,
  FrozenDocument,
  JournalDocument,
  NewXeroAccount,
  XeroTracking,
} from './port.ts';

/** Cents as the number that Xero's JSON carries: 1234 → 12.34. Exact for every amount below 2^53 cents. */
function amount(cents: number): number {
  return cents / 100;
}

/** A line that was read from Xero may name its account by the code alone. */
const accountOf = ({ accountId, accountCode }: XeroLine) => ({
  ...(accountId !== '' && { AccountID: accountId }),
  ...(accountCode !== null && { AccountCode: accountCode }),
});

const trackingJson = ({ categoryId, optionId, name, option }: XeroTracking) => ({
  Name: name,
  Option: option,
  TrackingCategoryID: categoryId,
  TrackingOptionID: optionId,
});

const trackingOf = ({ tracking = [] }: XeroLine) =>
  tracking.length > 0 && { Tracking: tracking.map(trackingJson) };

/** The JSON of a bank transaction. The same document gives the same bytes. */
export function bankDocumentJson(document: BankDocument): string {
  return JSON.stringify({
    Type: document.type,
    Contact: document.contactId === null ? { Name: document.contactName } : { ContactID: document.contactId },
    BankAccount: { AccountID: document.bankAccountId },
    Date: document.date,
    Reference: document.reference,
    Url: document.url,
    LineAmountTypes: document.lineAmountTypes ?? 'NoTax',
    Status: 'AUTHORISED',
    LineItems: document.lines.map((line) => ({
      Description: line.description,
      Quantity: 1,
      UnitAmount: amount(line.cents),
      ...accountOf(line),
      TaxType: line.taxType,
      ...trackingOf(line),
    })),
  });
}

/** The JSON of a manual journal. The same journal gives the same bytes. */
export function journalJson(journal: JournalDocument): string {
  return JSON.stringify({
    Narration: journal.narration,
    Date: journal.date,
    Url: journal.url,
    LineAmountTypes: journal.lineAmountTypes,
    Status: 'POSTED',
    ...(journal.isAccrualOnly === true && { ShowOnCashBasisReports: false }),
    JournalLines: journal.lines.map((line) => ({
      LineAmount: amount(line.cents),
      ...accountOf(line),
      TaxType: line.taxType,
      Description: line.description,
      ...trackingOf(line),
    })),
  });
}

/** The body of one call: the frozen documents in their order, untouched. */
export function documentsBody(type: DocumentType, documents: readonly FrozenDocument[]): string {
  const list = type === 'MANUAL-JOURNAL' ? 'ManualJournals' : 'BankTransactions';
  return `{"${list}":[${documents.map(({ json }) => json).join(',')}]}`;
}

/** Xero's contract wants the narration in every change, so the present one is sent back. */
export function voidJournalBody(journalId: string, narration: string): string {
  const document = { ManualJournalID: journalId, Narration: narration, Status: 'VOIDED' };
  return JSON.stringify({ ManualJournals: [document] });
}

export function deleteTransactionBody(id: string): string {
  return JSON.stringify({ BankTransactions: [{ BankTransactionID: id, Status: 'DELETED' }] });
}

export function accountBody(account: NewXeroAccount): string {
  return JSON.stringify({ Code: account.code, Name: account.name, Type: account.type });
}

export function contactBody(name: string): string {
  return JSON.stringify({ Contacts: [{ Name: name }] });
}
