import { type Answer, at, listAt, shown, textAt } from '../evidence.ts';
import { type Check, observe, type Step } from '../steps.ts';
import { messagesOf } from './session.ts';
import { need, post, spend, today, type XeroWorld } from './world.ts';

const referenceOf = ({ mark }: XeroWorld): string => `${mark} look-up`;

const list = ({ session }: XeroWorld, query: Readonly<Record<string, string>>): Promise<Answer> =>
  session.call('GET', `BankTransactions?${new URLSearchParams(query).toString()}`);

/** Whether a list contains the document of this step. */
const contains = (world: XeroWorld, { body }: Answer): boolean =>
  listAt(body, 'BankTransactions').some((one) => at(one, 'Reference') === referenceOf(world));

const prepare: Check<XeroWorld> = {
  name: 'a document to look up',
  expects: 'A SPEND to look up is created.',
  run: async (world) => {
    const answer = await post(world, 'BankTransactions', [spend(world, referenceOf(world))]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const byReference: Check<XeroWorld> = {
  name: 'filter by Reference',
  expects: 'The filter Reference=="…" finds the document.',
  isQuestion: true,
  run: async (world) => {
    const answer = await list(world, { where: `Reference=="${referenceOf(world)}"`, page: '1' });
    return observe(contains(world, answer), found(answer));
  },
};

const byParameter: Check<XeroWorld> = {
  name: 'parameter References',
  expects: 'The parameter References=… finds the document, and no other.',
  isQuestion: true,
  run: async (world) => {
    const answer = await list(world, { References: referenceOf(world), page: '1' });
    const only = listAt(answer.body, 'BankTransactions').length === 1;
    return observe(contains(world, answer) && only, found(answer));
  },
};

/** The product's own look-up. */
async function lookUp(world: XeroWorld): Promise<Answer> {
  const [year, month, day] = today().split('-');
  const date = `DateTime(${year}, ${month}, ${day})`;
  const contact = `Contact.ContactID==Guid("${need(world, 'contactId')}")`;
  const where = `Type=="SPEND" AND Date>=${date} AND Date<=${date} AND ${contact}`;
  return list(world, { where, page: '1', pageSize: '1000' });
}

const byIndexedFields: Check<XeroWorld> = {
  name: 'filter by Type, Contact and Date',
  expects: 'The filter by Type, Contact and a range of dates finds the document, and tells the pages.',
  run: async (world) => {
    const answer = await lookUp(world);
    const pages = at(answer.body, 'pagination', 'pageCount');
    return observe(contains(world, answer) && pages === 1, `${found(answer)}, ${shown(pages)} pages`);
  },
};

const afterDelete: Check<XeroWorld> = {
  name: 'the same after a delete',
  expects: 'The same filter still lists the document after it was deleted, with the status DELETED.',
  run: async (world) => {
    const before = listAt((await lookUp(world)).body, 'BankTransactions');
    const document = before.find((one) => at(one, 'Reference') === referenceOf(world));
    const id = textAt(document, 'BankTransactionID');
    await world.session.call('POST', 'BankTransactions', {
      body: { BankTransactions: [{ BankTransactionID: id, Status: 'DELETED' }] },
    });
    const after = listAt((await lookUp(world)).body, 'BankTransactions');
    const status = at(
      after.find((one) => at(one, 'BankTransactionID') === id),
      'Status',
    );
    return observe(status === 'DELETED', `status ${shown(status)}`);
  },
};

const found = ({ status, body }: Answer): string =>
  `${status}, ${listAt(body, 'BankTransactions').length} documents`;

export const lookUpStep: Step<XeroWorld> = {
  name: '10 Look-ups',
  checks: [prepare, byReference, byParameter, byIndexedFields, afterDelete],
};
