import { describe, expect, it } from 'vitest';
import { contactName } from '../../functions/posting/protocol/contact.ts';
import { syncNumbers } from '../support/syncing.ts';
import { prepareSchedule, xeroAccess } from '../support/xero.ts';

describe('the name of a contact', () => {
  it.each([
    ['Delivery truck', 'Delivery truck'],
    ['  Truck   <2025>  ', 'Truck 2025'],
    ['Truck\u00A0\u00A0A', 'Truck A'],
    ['<>', 'Paydown'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)} y`, 'x'.repeat(254)],
    [`${'x'.repeat(254)}🚚`, 'x'.repeat(254)],
  ])('turns %j into %j', (name, expected) => {
    expect(contactName(name)).toBe(expected);
  });

  // Evidence for Xero contacts
  it('is accepted by Xero for a schedule with angle brackets and double spaces', async () => {
    const prepared = await prepareSchedule({ description: 'Truck  <blue>  & trailer' });
    expect(await syncNumbers(prepared, [1])).toMatchObject({ status: 200, body: { errors: [] } });
    const { app } = prepared;
    expect(app.books().bankTransactions.map(({ Contact }) => Contact.Name)).toEqual(['Truck blue & trailer']);
  });
});

describe('a contact that was merged into another', () => {
  it('is followed, also over two merges, by the next payment', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    await syncNumbers(prepared, [1]);
    const access = await xeroAccess(app);
    const [first] = app.books().bankTransactions;
    const into = async (contactId: string, name: string): Promise<string> => {
      const { id } = await app.xero.createContact(access, name, name);
      app.control('POST', 'contacts/merge', { tenantId: access.tenantId, contactId, intoContactId: id });
      return id;
    };
    const toyota = await into(first?.Contact.ContactID ?? '', 'Toyota');
    const finance = await into(toyota, 'Toyota Finance');
    expect((await syncNumbers(prepared, [2])).body.errors).toEqual([]);
    expect(app.books().bankTransactions.map(({ Contact }) => Contact.ContactID)).toEqual([finance, finance]);
  });
});

it('is named in the document where Xero has a contact of the name that its search does not find', async () => {
  const prepared = await prepareSchedule();
  const { app } = prepared;
  const access = await xeroAccess(app);
  const { id } = await app.xero.createContact(access, 'Delivery truck', 'by hand');
  app.xero.findContact = async () => null;
  expect((await syncNumbers(prepared, [1])).body.errors).toEqual([]);
  expect((await syncNumbers(prepared, [2])).body.errors).toEqual([]);
  expect(app.books().bankTransactions.map(({ Contact }) => Contact.ContactID)).toEqual([id, id]);
});
