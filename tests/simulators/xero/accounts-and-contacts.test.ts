import { describe, expect, it } from 'vitest';
import { freshClient, type Json } from './test-client.ts';

const client = freshClient();

const messages = ({ json }: { json: Json }) =>
  json.Elements?.[0].ValidationErrors.map((error: { Message: string }) => error.Message);

const createAccount = (account: Json) => client.call('PUT', '/Accounts', { body: account });
const createContact = (Name: string) => client.call('PUT', '/Contacts', { body: { Contacts: [{ Name }] } });
const names = (path: string) => client.call('GET', path).json.Contacts.map((each: Json) => each.Name);

describe('accounts', () => {
  const wanted = { Code: '874.001', Name: 'Ute - Payments remaining', Type: 'CURRLIAB' };

  it.each<[string, Json, string]>([
    ['a used code', { Code: '900' }, 'Please enter a unique Code.'],
    ['a used name', { Name: 'LOAN' }, 'Please enter a unique Name.'],
    ['a long code', { Code: '12345678901' }, 'Account Code is too long. Maximum of 10 characters allowed'],
    ['a long name', { Name: 'x'.repeat(151) }, 'Account Name is too long. Maximum of 150 characters allowed'],
    ['no code', { Code: '' }, 'Account Code is required'],
    ['an unknown type', { Type: 'LOAN' }, "Account Type 'LOAN' is not valid."],
    [
      'a tax type for another class',
      { TaxType: 'INPUT', Type: 'REVENUE' },
      "TaxType 'INPUT' is not valid for this account.",
    ],
  ])('refuses an account with %s', (_, changes, message) => {
    expect(messages(createAccount({ ...wanted, ...changes }))).toEqual([message]);
  });

  it('refuses with 400 even with summarizeErrors=false, and creates only the first of several', () => {
    const put = (body: Json) => client.call('PUT', '/Accounts?summarizeErrors=false', { body });
    expect(put({ ...wanted, Code: '900' }).status).toBe(400);
    const second = { ...wanted, Code: '924.001', Name: 'Ute - Unexpired charges' };
    expect(put({ Accounts: [wanted, second] }).json.Accounts).toHaveLength(1);
  });

  it('refuses the code of an archived account', () => {
    client.call('POST', `/Accounts/${client.account('429')}`, { body: { Status: 'ARCHIVED' } });
    expect(messages(createAccount({ ...wanted, Code: '429' }))).toEqual(['Please enter a unique Code.']);
  });

  it('refuses to archive a system account', () => {
    const answer = client.call('POST', `/Accounts/${client.account('610')}`, {
      body: { Status: 'ARCHIVED' },
    });
    expect(messages(answer)).toEqual(['System accounts cannot be archived']);
  });
});

describe('contacts', () => {
  it.each([
    ['an opening bracket', 'Ute <', 'The contact name cannot contain the characters < or >.'],
    ['a closing bracket', 'Ute >', 'The contact name cannot contain the characters < or >.'],
    ['a leading space', ' Ute', 'The contact name cannot contain leading, trailing or double spaces.'],
    ['a trailing space', 'Ute ', 'The contact name cannot contain leading, trailing or double spaces.'],
    ['a double space', 'A  Ute', 'The contact name cannot contain leading, trailing or double spaces.'],
    ['256 characters', 'x'.repeat(256), 'The contact name must be 255 characters or less.'],
    ['spaces only', '  ', 'Contact Name is required'],
  ])('refuses a contact name with %s', (_, name, message) => {
    expect(messages(createContact(name))).toEqual([message]);
    expect(createContact('x'.repeat(255)).status).toBe(200);
  });

  it('finds contacts by a part of their name, archived ones only on request', () => {
    for (const name of ['Blue ute', 'Blue truck', 'Bakery']) createContact(name);
    const truck = client.call('GET', '/Contacts?searchTerm=TRUCK').json.Contacts[0].ContactID;
    client.control('PATCH', `documents/${truck}`, { status: 'ARCHIVED' });
    expect(names('/Contacts?searchTerm=blue')).toEqual(['Blue ute']);
    expect(names('/Contacts?searchTerm=blue&includeArchived=true')).toEqual(['Blue ute', 'Blue truck']);
    expect(names(`/Contacts?IDs=${truck}`)).toEqual(['Blue truck']);
    expect(names('/Contacts?where=Name%3D%3D%22Bakery%22')).toEqual(['Bakery']);
  });
});
