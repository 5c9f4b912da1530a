import type { FrozenPayment, JournalDocument, NewXeroAccount, PaymentDocument } from './port.ts';

/** Cents as the number that Xero's JSON carries: 1234 → 12.34. Exact for every amount below 2^53 cents. */
function amount(cents: number): number {
  return cents / 100;
}

/**
 * A payment as Xero's spend-money document. The same payment gives the same bytes; lines carry no GST.
 * The tax type keeps them out of the business activity statement.
 */
export function freezePayment(payment: PaymentDocument): FrozenPayment {
  const document = {
    Type: 'SPEND',
    Contact: { ContactID: payment.contactId },
    BankAccount: { AccountID: payment.bankAccountId },
    Date: payment.date,
    Reference: payment.reference,
    LineAmountTypes: 'NoTax',
    Status: 'AUTHORISED',
    LineItems: payment.lines.map((line) => ({
      Description: line.description,
      Quantity: 1,
      UnitAmount: amount(line.cents),
      AccountID: line.accountId,
      TaxType: 'BASEXCLUDED',
    })),
  };
  return { reference: payment.reference, json: JSON.stringify(document) };
}

/** The body of one posting: the frozen payments in their order, untouched. */
export function paymentsBody(payments: readonly FrozenPayment[]): string {
  return `{"BankTransactions":[${payments.map((payment) => payment.json).join(',')}]}`;
}

/** A journal as the body that posts it. The same journal gives the same bytes. */
export function freezeJournal(journal: JournalDocument): string {
  const document = {
    Narration: journal.narration,
    Date: journal.date,
    LineAmountTypes: journal.lineAmountTypes,
    Status: 'POSTED',
    JournalLines: journal.lines.map((line) => ({
      LineAmount: amount(line.cents),
      AccountID: line.accountId,
      TaxType: line.taxType,
      Description: line.description,
    })),
  };
  return JSON.stringify({ ManualJournals: [document] });
}

/** Xero's contract wants the narration in every change, so the one it has is sent back. */
export function voidJournalBody(journalId: string, narration: string): string {
  const document = { ManualJournalID: journalId, Narration: narration, Status: 'VOIDED' };
  return JSON.stringify({ ManualJournals: [document] });
}

export function accountBody(account: NewXeroAccount): string {
  return JSON.stringify({ Code: account.code, Name: account.name, Type: account.type });
}

export function contactBody(name: string): string {
  return JSON.stringify({ Contacts: [{ Name: name }] });
}
