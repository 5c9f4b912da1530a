import { describe, expect, it } from 'vitest';
import { contactName } from '../../functions/xero/contact.ts';
import { asOwner, schedulePath, syncNumbers } from '../support/syncing.ts';
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

describe('a schedule that is touched while its contact is looked for', () => {
  const touched = async (body: { notes?: string; lender?: string }) => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const find = app.xero.findContact.bind(app.xero);
    app.xero.findContact = async (...asked) => {
      app.xero.findContact = find;
      await app.call(`PATCH ${schedulePath}`, { ...asOwner(prepared), body });
      return find(...asked);
    };
    return { app, answer: await syncNumbers(prepared, [1]) };
  };

  it('is posted when the name of its contact stays', async () => {
    const { app, answer } = await touched({ notes: 'The keys are with Sam.' });
    expect(answer).toMatchObject({ status: 200, body: { errors: [] } });
    expect(app.books().bankTransactions.map(({ Contact }) => Contact.Name)).toEqual(['Delivery truck']);
  });

  it('is refused when another lender is another contact', async () => {
    const { app, answer } = await touched({ lender: 'Toyota Finance' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'schedule/changed' } });
    expect(app.books().bankTransactions).toEqual([]);
  });
});

it('is kept in a run that has recorded a payment of 0.00 before', async () => {
  const prepared = await prepareSchedule({
    loanAmount: 10_000,
    schedulePaymentPlans: [
      { number: 1, qty: 1, amount: 0 },
      { number: 2, qty: 10, amount: 1_000 },
    ],
  });
  expect(await syncNumbers(prepared, [1, 2])).toMatchObject({ status: 200, body: { errors: [] } });
  expect(prepared.app.books().bankTransactions).toHaveLength(1);
});
