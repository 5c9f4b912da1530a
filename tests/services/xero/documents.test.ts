import { describe, expect, it } from 'vitest';
import { freezeJournal, freezePayment, paymentsBody } from '../../../functions/services/xero/documents.ts';
import { chartOfAccountsLink, journalLink, paymentLink } from '../../../functions/services/xero/links.ts';

const payment = {
  reference: 'PD-1',
  date: '2025-02-15',
  contactId: 'contact',
  bankAccountId: 'bank',
  lines: [
    { description: 'Payment 1 of 60', accountId: 'loan', cents: 100_000 },
    { description: 'Interest', accountId: 'charges', cents: -30_917 },
  ],
};

describe('a frozen payment', () => {
  it('is Xero’s spend-money document, its amounts in dollars, its lines without GST', () => {
    expect(JSON.parse(freezePayment(payment).json)).toEqual({
      Type: 'SPEND',
      Contact: { ContactID: 'contact' },
      BankAccount: { AccountID: 'bank' },
      Date: '2025-02-15',
      Reference: 'PD-1',
      LineAmountTypes: 'NoTax',
      Status: 'AUTHORISED',
      LineItems: [
        {
          Description: 'Payment 1 of 60',
          Quantity: 1,
          UnitAmount: 1000,
          AccountID: 'loan',
          TaxType: 'BASEXCLUDED',
        },
        {
          Description: 'Interest',
          Quantity: 1,
          UnitAmount: -309.17,
          AccountID: 'charges',
          TaxType: 'BASEXCLUDED',
        },
      ],
    });
  });

  it('is never marked as reconciled: that is for the bank feed to do', () => {
    expect(freezePayment(payment).json).not.toContain('IsReconciled');
  });

  it('has the same bytes for the same payment, and stands in a batch untouched', () => {
    const frozen = freezePayment(payment);
    expect(freezePayment({ ...payment })).toEqual(frozen);
    expect(paymentsBody([frozen, frozen])).toBe(`{"BankTransactions":[${frozen.json},${frozen.json}]}`);
  });

  it.each([1, 10, 29, 30_917, 99_999_999_999, 100_000_000_000_01])('writes %i cents exactly', (cents) => {
    const lines = [{ description: 'A line', accountId: 'loan', cents }];
    const { json } = freezePayment({ ...payment, lines });
    const written = /"UnitAmount":([\d.]+)/.exec(json)?.[1] ?? '';
    const [dollars = '', fraction = ''] = written.split('.');
    expect(BigInt(dollars) * 100n + BigInt(fraction.padEnd(2, '0'))).toBe(BigInt(cents));
  });
});

describe('a frozen journal', () => {
  it('is a manual journal that is posted at once', () => {
    const json = freezeJournal({
      narration: 'Opening [oj-1]',
      date: '2025-01-15',
      lineAmountTypes: 'Exclusive',
      lines: [{ description: 'Asset', accountId: 'asset', taxType: 'INPUT', cents: 5_000_000 }],
    });
    expect(JSON.parse(json)).toEqual({
      ManualJournals: [
        {
          Narration: 'Opening [oj-1]',
          Date: '2025-01-15',
          LineAmountTypes: 'Exclusive',
          Status: 'POSTED',
          JournalLines: [{ LineAmount: 50_000, AccountID: 'asset', TaxType: 'INPUT', Description: 'Asset' }],
        },
      ],
    });
  });
});

describe('links into Xero', () => {
  const web = 'https://go.xero.com';

  it('open the document in its organisation', () => {
    expect(paymentLink(web, '!abc12', 'p-1')).toBe(
      'https://go.xero.com/organisationlogin/default.aspx?shortcode=!abc12&redirecturl=/Bank/ViewTransaction.aspx?bankTransactionID=p-1',
    );
    expect(journalLink(web, '!abc12', 'j-1')).toBe(
      'https://go.xero.com/organisationlogin/default.aspx?shortcode=!abc12&redirecturl=/Journal/View.aspx?invoiceID=j-1',
    );
    expect(chartOfAccountsLink(web, '!abc12')).toBe(
      'https://go.xero.com/organisationlogin/default.aspx?shortcode=!abc12&redirecturl=/GeneralLedger/ChartOfAccounts.aspx',
    );
  });
});
