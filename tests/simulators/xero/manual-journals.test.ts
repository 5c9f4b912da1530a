import { beforeEach, describe, expect, it } from 'vitest';
import { journal, openClient, refusal, type TestClient, type Json } from './test-client.ts';

let client: TestClient;

beforeEach(() => {
  client = openClient();
});

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
  it('returns a journal as Xero’s JSON', () => {
    expect(post(journal(client)).json.ManualJournals[0]).toMatchObject({
      ManualJournalID: expect.stringMatching(/^[\da-f-]{36}$/),
      Narration: 'Opening',
      DateString: '2025-01-15T00:00:00',
      Date: '/Date(1736899200000+0000)/',
      Status: 'POSTED',
      LineAmountTypes: 'NoTax',
      JournalLines: [
        {
          LineAmount: 100,
          AccountID: client.account('730'),
          AccountCode: '730',
          TaxType: 'NONE',
          TaxAmount: 0,
        },
        { LineAmount: -100, AccountID: client.account('900'), AccountCode: '900' },
      ],
    });
  });

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
      'with a bank line',
      () => ({ JournalLines: [entry('730', 100), entry('090', -100)] }),
      "Account code '090' is not a valid code for this document.",
    ],
    [
      'with receivables',
      () => ({ JournalLines: [entry('730', 100), entry('610', -100)] }),
      "Account code '610' is not a valid code for this document.",
    ],
    [
      'with payables',
      () => ({ JournalLines: [entry('730', 100), entry('800', -100)] }),
      "Account code '800' is not a valid code for this document.",
    ],
    [
      'with retained earnings',
      () => ({ JournalLines: [entry('730', 100), entry('960', -100)] }),
      "Account code '960' is not a valid code for this document.",
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
    [
      'posted as voided',
      () => ({ Status: 'VOIDED' }),
      "The Status 'VOIDED' is not valid for a new manual journal.",
    ],
  ])('refuses a journal %s', (_, changes, message) => {
    expect(refusal(client, 'ManualJournals', journal(client, changes()))).toContain(message);
    expect(client.call('GET', '/ManualJournals').json.ManualJournals).toEqual([]);
  });

  it('creates a draft by default and drops a bank line from it with a warning', () => {
    const { Status: _status, ...draft } = journal(client, {
      JournalLines: [entry('730', 100), entry('090', -100)],
    });
    const [kept] = client.call('PUT', '/ManualJournals?summarizeErrors=false', {
      body: { ManualJournals: [draft] },
    }).json.ManualJournals;
    expect(kept).toMatchObject({
      Status: 'DRAFT',
      StatusAttributeString: 'WARNING',
      Warnings: [{ Message: "Account code '090' is not a valid code for this document." }],
    });
    expect(kept.JournalLines).toHaveLength(1);
  });

  it('posts a draft only when it balances, and voids a posted journal', () => {
    const { Status: _status, ...draft } = journal(client);
    const { ManualJournalID } = post(draft).json.ManualJournals[0];
    const change = (body: Json) =>
      client.call('POST', `/ManualJournals/${ManualJournalID}`, { body: { Narration: 'Opening', ...body } });
    expect(change({ Status: 'POSTED', JournalLines: [entry('730', 1), entry('900', -2)] }).status).toBe(400);
    expect(change({ Status: 'POSTED' }).json.ManualJournals[0].Status).toBe('POSTED');
    expect(change({ Status: 'DRAFT' }).status).toBe(400);
    expect(change({ Status: 'DELETED' }).status).toBe(400);
    expect(change({ Status: 'VOIDED', Narration: undefined }).status).toBe(400);
    expect(change({ Status: 'VOIDED' }).json.ManualJournals[0].Status).toBe('VOIDED');
    expect(change({ Status: 'POSTED' }).status).toBe(400);
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
