/** Steps 7 to 11: bank transactions, idempotency keys, look-ups and journals. */
import { randomUUID } from 'node:crypto';
import { at, listAt, shown, textAt } from '../evidence.ts';
import { check, need, observe, question, skipped, type Step } from '../steps.ts';
import { answers, createdIds, post, remove, spend, today } from './documents.ts';
import { XeroError } from '../../../functions/services/xero/error.ts';
import { accessOf, call, messagesOf, read, refresh, type XeroWorld } from './world.ts';

export const postingSteps: readonly Step<XeroWorld>[] = [
  {
    name: '7 SPEND by AccountID and AccountCode, seven lines, zero total',
    checks: [
      check(
        'A SPEND whose line names its account by AccountCode is created.',
        answers(200, (world) => spend(world, 'code')),
      ),
      check('A SPEND of seven lines, some negative, is created with its total.', async (world) => {
        const answer = await post(world, [spend(world, 'seven', { lines: [100, 20, 5, -30, -10, 4, 1] })]);
        const total = at(answer.body, 'BankTransactions', 0, 'Total');
        return observe(Number(total) === 90, `${messagesOf(answer)}, total ${shown(total)}`);
      }),
      check(
        'A SPEND with a total of zero is refused.',
        answers(400, (world) => spend(world, 'zero', { lines: [10, -10] })),
      ),
    ],
  },
  {
    name: '8 Mixed batch',
    checks: [
      check(
        'With summarizeErrors=false the good document is created and the bad one says why it is not.',
        async (world) => {
          const documents = [spend(world, 'good'), spend(world, 'bad', { lines: [0] })];
          const answer = await post(world, documents, { query: '?summarizeErrors=false' });
          const [good, bad] = listAt(answer.body, 'BankTransactions');
          const errors = listAt(bad, 'ValidationErrors').map((error) => shown(error, 'Message'));
          const isSplit = listAt(good, 'ValidationErrors').length === 0 && errors.length > 0;
          return observe(answer.status === 200 && isSplit, `${answer.status}, ${errors.join(' ')}`);
        },
      ),
    ],
  },
  {
    name: '9 Idempotency keys',
    checks: [
      check('The same body under the same Idempotency-Key creates one document.', (world) =>
        repeat(world, 'same key', async () => undefined),
      ),
      question(
        'The same body under the same Idempotency-Key creates one document, also with a refreshed access token.',
        (world) => repeat(world, 'refreshed', () => refresh(world)),
      ),
      check('Another body under a used Idempotency-Key is refused with 400.', async (world) => {
        const key = randomUUID();
        await post(world, [spend(world, 'first body')], { key });
        const answer = await post(world, [spend(world, 'other body')], { key });
        return observe(answer.status === 400, messagesOf(answer));
      }),
    ],
  },
  {
    name: '10 Look-ups',
    checks: [
      check(
        'A SPEND to look up is created.',
        answers(200, (world) => spend(world, LOOK_UP)),
      ),
      check(
        'The filter by Type, Contact and a range of dates finds the document, and tells the pages.',
        async (world) => {
          const query = new URLSearchParams(lookUp(world)).toString();
          const { body } = await call(world, 'GET', `BankTransactions?${query}`);
          const found = listAt(body, 'BankTransactions');
          const pages = at(body, 'pagination', 'pageCount');
          const seen = `${found.length} documents, ${shown(pages)} pages`;
          return observe(found.some(isLookedUp(world)) && pages === 1, seen);
        },
      ),
      check(
        'The same filter still lists the document after it was deleted, with the status DELETED.',
        async (world) => {
          const lookedUp = async (): Promise<unknown> =>
            (await read(world, 'BankTransactions', lookUp(world))).find(isLookedUp(world));
          await remove(world, [textAt(await lookedUp(), 'BankTransactionID')]);
          const status = shown(await lookedUp(), 'Status');
          return observe(status === 'DELETED', `status ${status}`);
        },
      ),
    ],
  },
  {
    name: '11 Manual journals',
    checks: [
      check(
        'A posted journal whose lines name their accounts by AccountCode is created.',
        answers(200, journal, 'ManualJournals'),
      ),
      check('The filter by date lists the journal with its narration.', async (world) => {
        const ids = await journalsBy(world, `Date>=${dateOf(today())}`);
        return observe(ids.length > 0, `${ids.length} journals`);
      }),
      check('A posted journal can be voided with its narration.', async (world) => {
        const [id = ''] = await journalsBy(world, `Date>=${dateOf(today())}`);
        const answer = await remove(world, [id], 'ManualJournals');
        const status = shown(answer.body, 'ManualJournals', 0, 'Status');
        return observe(status === 'VOIDED', `${messagesOf(answer)}, status ${status}`);
      }),
      check(
        'A standard user without reports gets 403 for manual journals, and 200 for the organisation.',
        async (world) => {
          const { tenantId } = need(world, 'connection');
          const isChanged = await world.person.perform({ kind: 'role', tenantId, role: 'standard' });
          if (!isChanged) return skipped('the role was not changed');
          const answer = await call(world, 'GET', 'ManualJournals?page=1');
          const failure: unknown = await world.xero.tryJournals(accessOf(world)).catch((error) => error);
          // Tells a role that is too low from a lost connection.
          const { status } = await call(world, 'GET', 'Organisation');
          await world.person.perform({ kind: 'role', tenantId, role: 'adviser' });
          const meaning = failure instanceof XeroError ? failure.kind : 'nothing refused';
          const seen = `${messagesOf(answer)}, read as ${meaning}, GET Organisation ${status}`;
          return observe(answer.status === 403 && meaning === 'forbidden' && status === 200, seen);
        },
      ),
    ],
  },
];

/** Posts a document twice under one key. */
async function repeat(world: XeroWorld, name: string, between: () => Promise<unknown>) {
  const key = randomUUID();
  const document = spend(world, name);
  const first = await post(world, [document], { key });
  await between();
  const second = await post(world, [document], { key });
  const ids = [first, second].flatMap((answer) => createdIds(answer));
  const seen = `${first.status} and ${second.status}, ${new Set(ids).size} documents`;
  return observe(ids.length === 2 && ids[0] === ids[1], seen);
}

const LOOK_UP = 'look-up';

const isLookedUp =
  ({ mark }: XeroWorld) =>
  (document: unknown): boolean =>
    at(document, 'Reference') === `${mark} ${LOOK_UP}`;

const dateOf = (date: string): string => `DateTime(${date.split('-').join(', ')})`;

/** The product's own look-up. */
function lookUp(world: XeroWorld): Record<string, string> {
  const date = dateOf(today());
  const contact = `Contact.ContactID==Guid("${need(world, 'contactId')}")`;
  return {
    where: `Type=="SPEND" AND Date>=${date} AND Date<=${date} AND ${contact}`,
    page: '1',
    pageSize: '1000',
  };
}

const narrationOf = ({ mark }: XeroWorld): string => `${mark} journal`;

function journal(world: XeroWorld): object {
  const line = (amount: number, { code }: { code: string }): object => ({
    LineAmount: amount,
    AccountCode: code,
    TaxType: 'BASEXCLUDED',
    Description: 'Smoke test',
  });
  return {
    Narration: narrationOf(world),
    Date: today(),
    LineAmountTypes: 'NoTax',
    Status: 'POSTED',
    JournalLines: [line(25, need(world, 'expense')), line(-25, need(world, 'liability'))],
  };
}

/** Returns the ids of this run's journals that a filter finds. */
async function journalsBy(world: XeroWorld, where: string): Promise<string[]> {
  const found = await read(world, 'ManualJournals', { where, page: '1' });
  return found
    .filter((one) => at(one, 'Narration') === narrationOf(world))
    .map((one) => textAt(one, 'ManualJournalID'));
}
