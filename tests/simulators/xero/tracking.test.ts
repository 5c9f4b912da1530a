import { beforeEach, describe, expect, it } from 'vitest';
import { freshClient, journal, line, refusal, spend, type Json } from './test-client.ts';

const client = freshClient();

const categories = (query = ''): Json[] =>
  client.call('GET', `/TrackingCategories${query}`).json.TrackingCategories;

const namesOf = (category: Json): string[] => category.Options.map(({ Name }: Json) => Name);

/** An option as a line names it, with ids and names. */
function tracked(name: string, option: string): Json {
  const category = categories('?includeArchived=true').find(({ Name }) => Name === name);
  const { TrackingOptionID } = category.Options.find(({ Name }: Json) => Name === option);
  return { TrackingCategoryID: category.TrackingCategoryID, TrackingOptionID, Name: name, Option: option };
}

const spent = (Tracking: Json): Json =>
  spend(client, { LineItems: [line(client, '900', 100, { Tracking })] });

const refusalOf = (Tracking: Json): string[] => refusal(client, 'BankTransactions', spent(Tracking));

function postedTracking(Tracking: Json): Json {
  const { json } = client.call('PUT', '/BankTransactions', { body: spent(Tracking) });
  return json.BankTransactions[0].LineItems[0].Tracking;
}

const choose = (unknownTracking: string) => client.control('POST', 'behaviour', { unknownTracking });

const change = (id: string, patch: Json): Json => client.control('PATCH', `tracking/${id}`, patch);

describe('GET /TrackingCategories', () => {
  it('lists active categories with their active options, and archived ones on request', () => {
    expect(categories().map(({ Name }) => Name)).toEqual(['Division', 'Vehicle']);
    expect(namesOf(categories()[0])).toEqual(['North block', 'South block']);
    const all = categories('?includeArchived=true');
    expect(all.map(({ Name, Status }) => [Name, Status])).toEqual([
      ['Division', 'ACTIVE'],
      ['Vehicle', 'ACTIVE'],
      ['Region', 'ARCHIVED'],
    ]);
    expect(namesOf(all[0])).toEqual(['North block', 'South block', 'Old shed']);
  });

  it('needs the scope of the settings and is read only', () => {
    const code = client.consent('openid profile email accounting.contacts');
    const { access_token: token } = client.exchange({ grant_type: 'authorization_code', code }).json;
    expect(client.call('GET', '/TrackingCategories', { token }).status).toBe(401);
    expect(client.call('PUT', '/TrackingCategories', { body: { Name: 'Third' } }).status).toBe(405);
  });
});

describe('a line with tracking', () => {
  it('keeps an option of each of two categories, in transactions and journals', () => {
    const both = [tracked('Division', 'North block'), tracked('Vehicle', 'Truck 2')];
    expect(postedTracking(both)).toEqual(both);
    const lines = journal(client).JournalLines.map((each: Json) => ({ ...each, Tracking: both }));
    const { json } = client.call('PUT', '/ManualJournals', {
      body: journal(client, { JournalLines: lines }),
    });
    expect(json.ManualJournals[0].JournalLines[0].Tracking).toEqual(both);
  });

  it('refuses more than two, two of one category, and names that do not fit the ids', () => {
    const north = tracked('Division', 'North block');
    const south = tracked('Division', 'South block');
    const truck = tracked('Vehicle', 'Truck 1');
    expect(refusalOf([north, truck, truck])).toEqual(['A line can have at most 2 tracking categories.']);
    expect(refusalOf([north, south])).toEqual(['A line can have one option of each tracking category.']);
    const misnamed = 'The names of the tracking category and option do not match their ids.';
    expect(refusalOf([{ ...north, Option: 'South block' }])).toEqual([misnamed]);
    expect(refusalOf([{ ...north, Name: 'Vehicle' }])).toEqual([misnamed]);
  });

  it('shows the new name of a renamed option, which the id decides', () => {
    const north = tracked('Division', 'North block');
    const { json } = client.call('PUT', '/BankTransactions', { body: spent([north]) });
    const id = json.BankTransactions[0].BankTransactionID;
    change(north.TrackingOptionID, { name: 'Northern block' });
    const read = client.call('GET', `/BankTransactions/${id}`).json.BankTransactions[0];
    expect(read.LineItems[0].Tracking).toEqual([{ ...north, Option: 'Northern block' }]);
  });

  describe.each(['dropped', 'refused'])('whose option is not active, which is %s', (reading) => {
    beforeEach(() => void choose(reading));

    const isUnknown = (element: Json): boolean =>
      reading === 'dropped'
        ? postedTracking([element]).length === 0
        : refusalOf([element])[0]?.includes('could not be found, or is archived') === true;

    it('treats archived options, those of archived categories and unknown ones so', () => {
      expect(isUnknown(tracked('Division', 'Old shed'))).toBe(true);
      expect(isUnknown(tracked('Region', 'Coast'))).toBe(true);
      expect(isUnknown({ Name: 'Division', Option: 'Nowhere' })).toBe(true);
      const north = tracked('Division', 'North block');
      change(north.TrackingOptionID, { status: 'ARCHIVED' });
      expect(isUnknown(north)).toBe(true);
      change(north.TrackingOptionID, { status: 'ACTIVE' });
      expect(postedTracking([north])).toEqual([north]);
    });

    it('treats ids without names so', () => {
      const { TrackingCategoryID, TrackingOptionID } = tracked('Division', 'North block');
      expect(isUnknown({ TrackingCategoryID, TrackingOptionID })).toBe(true);
    });
  });

  it('takes names without ids', () => {
    const north = tracked('Division', 'North block');
    expect(postedTracking([{ Name: 'Division', Option: 'North block' }])).toEqual([north]);
  });
});

describe('a person in Xero', () => {
  it('archives and deletes options, of which deleted ones are listed nowhere', () => {
    const { TrackingOptionID } = tracked('Vehicle', 'Truck 1');
    expect(change(TrackingOptionID, { status: 'DELETED' }).Name).toBe('Vehicle');
    expect(namesOf(categories('?includeArchived=true')[1])).toEqual(['Truck 2']);
    expect(change('unknown', { name: 'X' })).toBeNull();
    expect(change(TrackingOptionID, { colour: 'red' }).message).toContain('colour');
  });

  it('keeps the tracking, items and tax amounts of lines that an edit leaves alone', () => {
    const { transactionId } = client.control('POST', 'transactions', {
      tenantId: client.tenantId,
      date: '2025-02-15',
      contactName: 'Rule',
      bankAccountId: client.account('090'),
      lines: [
        {
          accountId: client.account('429'),
          amount: 110,
          taxType: 'INPUT',
          taxAmount: 9.5,
          itemCode: 'HOURS',
          quantity: 4,
          tracking: [{ name: 'Division', option: 'North block' }],
        },
      ],
    });
    const read = () => client.call('GET', `/BankTransactions/${transactionId}`).json.BankTransactions[0];
    const [before] = read().LineItems;
    expect(before).toMatchObject({
      ItemCode: 'HOURS',
      Quantity: 4,
      UnitAmount: 27.5,
      LineAmount: 110,
      TaxAmount: 9.5,
      Tracking: [{ Option: 'North block' }],
    });
    change(tracked('Division', 'North block').TrackingOptionID, { status: 'ARCHIVED' });
    const { tenantId } = client;
    const changes = { reference: 'Edited' };
    client.control('POST', 'documents', { tenantId, documentId: transactionId, action: 'edit', changes });
    expect(read().LineItems[0]).toEqual({ ...before, LineItemID: expect.anything() });
  });
});
