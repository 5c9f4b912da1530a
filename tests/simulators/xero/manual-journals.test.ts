import { describe, expect, it } from 'vitest';
import { journal, freshClient, refusal, type Json } from './test-client.ts';

const client = freshClient();

const post = (document: Json) =>
  client.call('PUT', '/ManualJournals', { body: { ManualJournals: [document] } });
const entry = (code: string, amount: number, more: Json = {}) => ({
  LineAmount: amount,
  AccountID: client.account(code),
  AccountCode: code,
  ...more,
});

/** A debit of 100 plus GST on an asset, against a loan. */
const taxedAsset = (credit: number) => [
  entry('730', 100, { TaxType: 'INPUT' }),
  entry('900', credit, { TaxType: 'BASEXCLUDED' }),
];

describe('a manual journal', () => {
  it('includes tax in the balance check when amounts exclude it', () => {
    const exclusive = { LineAmountTypes: 'Exclusive' };
    expect(
      refusal(client, 'ManualJournals', journal(client, { ...exclusive, JournalLines: taxedAsset(-100) })),
    ).toEqual(['The total debits (110.00) must equal total credits (-100.00)']);
    expect(
      refusal(client, 'ManualJournals', journal(client, { ...exclusive, JournalLines: taxedAsset(-110) })),
    ).toEqual([]);
  });

  it('reads the tax from amounts that include it', () => {
    const JournalLines = [
      entry('730', 110, { TaxType: 'INPUT' }),
      entry('900', -110, { TaxType: 'BASEXCLUDED' }),
    ];
    const [posted] = post(journal(client, { LineAmountTypes: 'Inclusive', JournalLines })).json
      .ManualJournals;
    expect(posted.JournalLines[0]).toMatchObject({ LineAmount: 110, TaxAmount: 10 });
    expect(client.control('GET', 'state').organisations[0].balances).toEqual({
      [client.account('730')]: 100,
      [client.account('820')]: 10,
      [client.account('900')]: -110,
    });
  });

  it.each<[string, () => Json, string]>([
    [
      'out of balance',
      () => ({ JournalLines: [entry('730', 100), entry('900', -10)] }),
      'The total debits (100.00) must equal total credits (-10.00)',
    ],
    [
      'with a line of zero',
      () => ({ JournalLines: [entry('730', 100), entry('900', -100), entry('850', 0)] }),
      'LineAmount must not be zero.',
    ],
    [
      'with a single line',
      () => ({ JournalLines: [entry('730', 0)] }),
      'A manual journal must have at least two journal lines.',
    ],
    ['without a narration', () => ({ Narration: '' }), 'Narration must be specified.'],
    [
      'with a line without amount',
      () => ({ JournalLines: [entry('730', 100), { AccountID: client.account('900') }] }),
      'LineAmount must be specified.',
    ],
    [
      'with a tax type for another class',
      () => ({ JournalLines: [entry('730', 100, { TaxType: 'GSTONIMPORTS' }), entry('900', -100)] }),
      "The TaxType code 'GSTONIMPORTS' cannot be used with account code '730'.",
    ],
    ['voided', () => ({ Status: 'VOIDED' }), "The Status 'VOIDED' is not valid for a new manual journal."],
    [
      'as a draft',
      () => ({ Status: undefined }),
      "The Status 'DRAFT' is not valid for a new manual journal.",
    ],
  ])('refuses a journal %s', (_, changes, message) => {
    expect(refusal(client, 'ManualJournals', journal(client, changes()))).toContain(message);
    expect(client.call('GET', '/ManualJournals').json.ManualJournals).toEqual([]);
  });

  it.each(['090', '610', '800', '960'])('refuses a journal with the closed account %s', (code) => {
    const JournalLines = [entry('730', 100), entry(code, -100)];
    expect(refusal(client, 'ManualJournals', journal(client, { JournalLines }))).toContain(
      `Account code '${code}' is not a valid code for this document.`,
    );
  });

  it('voids a posted journal with its narration, once', () => {
    const { ManualJournalID } = post(journal(client)).json.ManualJournals[0];
    const change = (Status: string, more: Json = {}) =>
      client.call('POST', `/ManualJournals/${ManualJournalID}`, {
        body: { Narration: 'Opening', Status, ...more },
      });
    for (const status of ['DRAFT', 'DELETED']) expect(change(status).status).toBe(400);
    expect(change('VOIDED', { Narration: undefined }).status).toBe(400);
    expect(change('VOIDED').json.ManualJournals[0].Status).toBe('VOIDED');
    expect(change('POSTED').status).toBe(400);
  });

  it('refuses to post or void a journal on or before a lock date', () => {
    const { ManualJournalID } = post(journal(client)).json.ManualJournals[0];
    client.control('PATCH', `organisations/${client.tenantId}`, { endOfYearLockDate: '2025-01-15' });
    const message =
      'The document date cannot be before the end of year lock date, currently set at 15-Jan-2025';
    expect(refusal(client, 'ManualJournals', journal(client))).toEqual([message]);
    const { status, json } = client.call('POST', `/ManualJournals/${ManualJournalID}`, {
      body: { Narration: 'Opening', Status: 'VOIDED' },
    });
    expect([status, json.Elements[0].ValidationErrors]).toEqual([400, [{ Message: message }]]);
  });
});
