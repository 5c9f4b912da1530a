import { describe, expect, it } from 'vitest';
import { bankDocumentJson, documentsBody, journalJson } from '../../../functions/services/xero/documents.ts';
import { chartOfAccountsLink, journalLink, paymentLink } from '../../../functions/services/xero/links.ts';
import type { BankDocument, XeroLine } from '../../../functions/services/xero/port.ts';

const taxType = 'BASEXCLUDED';

const payment: BankDocument = {
  type: 'SPEND',
  reference: 'PD-1',
  date: '2025-02-15',
  contactId: 'contact',
  bankAccountId: 'bank',
  url: 'https://paydown.example/entity/e/s?paymentId=p',
  lines: [
    { description: 'Payment 1 of 60', accountId: 'loan', accountCode: '900', taxType, cents: 100_000 },
    { description: 'Interest', accountId: 'charges', accountCode: null, taxType, cents: -30_917 },
  ],
};

describe('the JSON of a bank transaction', () => {
  it('holds amounts in dollars, both ids of an account, and lines without GST', () => {
    expect(JSON.parse(bankDocumentJson(payment))).toEqual({
      Type: 'SPEND',
      Contact: { ContactID: 'contact' },
      BankAccount: { AccountID: 'bank' },
      Date: '2025-02-15',
      Reference: 'PD-1',
      Url: 'https://paydown.example/entity/e/s?paymentId=p',
      LineAmountTypes: 'NoTax',
      Status: 'AUTHORISED',
      LineItems: [
        {
          Description: 'Payment 1 of 60',
          Quantity: 1,
          UnitAmount: 1000,
          AccountID: 'loan',
          AccountCode: '900',
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

  it('leaves reconciling to the bank feed', () => {
    expect(bankDocumentJson(payment)).not.toContain('IsReconciled');
  });

  it('is the same bytes for the same document', () => {
    expect(bankDocumentJson({ ...payment })).toBe(bankDocumentJson(payment));
  });

  it.each([1, 10, 29, 30_917, 99_999_999_999, 100_000_000_000_01])('writes %i cents exactly', (cents) => {
    const line: XeroLine = {
      description: 'A line',
      accountId: 'loan',
      accountCode: '900',
      taxType,
      cents,
    };
    const json = bankDocumentJson({ ...payment, lines: [line] });
    const written = /"UnitAmount":([\d.]+)/.exec(json)?.[1] ?? '';
    const [dollars = '', fraction = ''] = written.split('.');
    expect(BigInt(dollars) * 100n + BigInt(fraction.padEnd(2, '0'))).toBe(BigInt(cents));
  });
});

describe('the JSON of a manual journal', () => {
  it('is posted at once, with a link to the schedule', () => {
    const json = journalJson({
      narration: 'Opening [PD-1-OB1]',
      date: '2025-01-15',
      lineAmountTypes: 'Exclusive',
      url: 'https://paydown.example/entity/e/s',
      lines: [
        { description: 'Asset', accountId: 'asset', accountCode: '730', taxType: 'INPUT', cents: 5_000_000 },
      ],
    });
    expect(JSON.parse(json)).toEqual({
      Narration: 'Opening [PD-1-OB1]',
      Date: '2025-01-15',
      Url: 'https://paydown.example/entity/e/s',
      LineAmountTypes: 'Exclusive',
      Status: 'POSTED',
      JournalLines: [
        {
          LineAmount: 50_000,
          AccountID: 'asset',
          AccountCode: '730',
          TaxType: 'INPUT',
          Description: 'Asset',
        },
      ],
    });
  });
});

describe('the body of a call', () => {
  const frozen = { reference: 'PD-1', json: '{"Reference":"PD-1" }' };

  it('holds the frozen documents byte for byte', () => {
    expect(documentsBody('SPEND', [frozen, frozen])).toBe(
      `{"BankTransactions":[${frozen.json},${frozen.json}]}`,
    );
    expect(documentsBody('MANUAL-JOURNAL', [frozen])).toBe(`{"ManualJournals":[${frozen.json}]}`);
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
