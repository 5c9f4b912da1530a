/** Checks that call Xero as the product does, by its own client. */
import { randomUUID } from 'node:crypto';
import { textAt } from '../evidence.ts';
import { type Check, observe, skipped, type Step } from '../steps.ts';
import { messagesOf } from './session.ts';
import { createdIds, daysAgo, need, post, spend, today, type XeroWorld } from './world.ts';

const MOST_POLLS = 30;

/** Lists may be older than the last change by a clock's difference. */
const EARLIER_MS = 3_600_000;

const appToken: Check<XeroWorld> = {
  name: 'connections of the app',
  expects: 'A token of the app itself, without a user, lists the connection.',
  run: async ({ product, session }) => {
    const connections = await product.xero.connections(await product.xero.appToken());
    const isListed = connections.some(({ connectionId }) => connectionId === session.connection().id);
    return observe(isListed, `${connections.length} connections`);
  },
};

const trialBalance: Check<XeroWorld> = {
  name: 'trial balance',
  expects: 'The trial balance has accounts with their ids.',
  run: async ({ product }) => {
    const balances = await product.xero.trialBalance(product.access(), today());
    return observe(balances.length > 0, `${balances.length} accounts`);
  },
};

const contacts: Check<XeroWorld> = {
  name: 'contacts by searchTerm and IDs',
  expects: 'searchTerm finds the contact by its name, and IDs finds it as active.',
  run: async (world) => {
    const { product, mark } = world;
    const id = need(world, 'contactId');
    const found = await product.xero.findContact(product.access(), `${mark} Lender`);
    const active = await product.xero.activeContacts(product.access(), [id]);
    return observe(
      found?.id === id && active.includes(id),
      `${found?.id ?? 'none'}, ${active.length} active`,
    );
  },
};

/** Whether the product's search, and its list of changes, show a document. */
async function isShown(
  { product }: XeroWorld,
  id: string,
  search: { from: string; contactId: string | null },
) {
  const { from, contactId } = search;
  const access = product.access();
  const range = { type: 'SPEND', from, to: today(), contactId, page: 1 } as const;
  const since = new Date(Date.now() - EARLIER_MS);
  const found = await product.xero.findDocuments(access, range);
  const changed = await product.xero.changedDocuments(access, { type: 'SPEND', since, page: 1 });
  return {
    inSearch: found.documents.some((one) => one.id === id),
    inChanges: changed.documents.some((one) => one.id === id),
  };
}

const lag: Check<XeroWorld> = {
  name: 'lag of the searches',
  expects: 'A new document shows in the search by contact and date, and in the list by If-Modified-Since.',
  run: async (world) => {
    const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} lag`)]);
    const [id = ''] = createdIds(answer, 'BankTransactions');
    const since = Date.now();
    const seen: Partial<Record<'inSearch' | 'inChanges', number>> = {};
    for (let poll = 1; poll <= MOST_POLLS; poll++) {
      const shown = await isShown(world, id, { from: today(), contactId: need(world, 'contactId') });
      if (shown.inSearch) seen.inSearch ??= Date.now() - since;
      if (shown.inChanges) seen.inChanges ??= Date.now() - since;
      if (seen.inSearch !== undefined && seen.inChanges !== undefined) break;
      await world.wait(2);
    }
    const text = `search after ${seen.inSearch ?? 'no'} ms, changes after ${seen.inChanges ?? 'no'} ms`;
    return observe(seen.inSearch !== undefined && seen.inChanges !== undefined, text);
  },
};

const edited: Check<XeroWorld> = {
  name: 'look-up after an edit',
  expects: 'With another contact and date, the search misses the document and the list of changes shows it.',
  run: async (world) => {
    const { session, mark } = world;
    const answer = await post(world, 'BankTransactions', [spend(world, `${mark} edited`)]);
    const [id = ''] = createdIds(answer, 'BankTransactions');
    const change = { BankTransactionID: id, Contact: { Name: `${mark} Other` }, Date: daysAgo(40) };
    const saved = await session.call('POST', 'BankTransactions', {
      body: { BankTransactions: [{ ...spend(world, `${mark} edited`), ...change }] },
    });
    const contactId = textAt(saved.body, 'BankTransactions', 0, 'Contact', 'ContactID');
    world.cleanup.add(`contact ${contactId}`, () => archive(world, contactId));
    const found = await isShown(world, id, { from: daysAgo(5), contactId: need(world, 'contactId') });
    const seen = `search ${String(found.inSearch)}, changes ${String(found.inChanges)}`;
    return observe(!found.inSearch && found.inChanges, seen);
  },
};

const archive = ({ session }: XeroWorld, contactId: string) =>
  session.call('POST', `Contacts/${contactId}`, {
    body: { Contacts: [{ ContactID: contactId, ContactStatus: 'ARCHIVED' }] },
  });

const merge: Check<XeroWorld> = {
  name: 'merge of contacts',
  expects: 'A merged contact names the one that it was merged into.',
  run: async (world) => {
    const { product, person, session, mark } = world;
    const [from, into] = await Promise.all(
      ['Merged', 'Kept'].map((name) =>
        product.xero.createContact(product.access(), `${mark} ${name}`, randomUUID()),
      ),
    );
    if (!from || !into) throw new Error('The contacts were not created.');
    world.cleanup.add(`contact ${into.id}`, () => archive(world, into.id));
    const { tenantId } = session.connection();
    if (!(await person.perform({ kind: 'merge contacts', tenantId, from, into })))
      return skipped('not merged');
    const merged = await product.xero.getContact(product.access(), from.id);
    return observe(merged?.mergedInto === into.id, `merged into ${merged?.mergedInto ?? 'nothing'}`);
  },
};

const localUrl: Check<XeroWorld> = {
  name: 'Url to localhost',
  expects: 'A document with a Url to localhost is created.',
  isQuestion: true,
  run: async (world) => {
    const document = { ...spend(world, `${world.mark} url`), Url: 'http://localhost:4000/entity/1/2' };
    const answer = await post(world, 'BankTransactions', [document]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const receive: Check<XeroWorld> = {
  name: 'RECEIVE',
  expects: 'A RECEIVE is created.',
  run: async (world) => {
    const document = { ...spend(world, `${world.mark} receive`), Type: 'RECEIVE' };
    const answer = await post(world, 'BankTransactions', [document]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const reconciled: Check<XeroWorld> = {
  name: 'deletion of a reconciled SPEND',
  expects: 'The deletion of a reconciled SPEND is refused.',
  run: async (world) => {
    const { session, person, mark } = world;
    const reference = `${mark} reconciled`;
    const [id = ''] = createdIds(
      await post(world, 'BankTransactions', [spend(world, reference)]),
      'BankTransactions',
    );
    const task = { tenantId: session.connection().tenantId, documentId: id, reference };
    if (!(await person.perform({ kind: 'reconcile', ...task }))) return skipped('not reconciled');
    const answer = await session.call('POST', 'BankTransactions', {
      body: { BankTransactions: [{ BankTransactionID: id, Status: 'DELETED' }] },
    });
    await person.perform({ kind: 'unreconcile', ...task });
    return observe(answer.status === 400, messagesOf(answer));
  },
};

const parallel: Check<XeroWorld> = {
  name: 'two calls at once under one key',
  expects: 'Two calls at the same time under one Idempotency-Key create one document.',
  isQuestion: true,
  run: async (world) => {
    const key = randomUUID();
    const documents = [spend(world, `${world.mark} parallel`)];
    const both = await Promise.all([1, 2].map(() => post(world, 'BankTransactions', documents, { key })));
    const ids = new Set(both.flatMap((answer) => createdIds(answer, 'BankTransactions')));
    return observe(
      ids.size === 1,
      `${both.map(({ status }) => status).join(' and ')}, ${ids.size} documents`,
    );
  },
};

const summarised: Check<XeroWorld> = {
  name: 'good and bad in one batch, summarised',
  expects: 'Without summarizeErrors=false, a batch that is refused with 400 creates nothing.',
  isQuestion: true,
  run: async (world) => {
    const good = `${world.mark} summarised`;
    const documents = [spend(world, good), spend(world, `${good} bad`, { lines: [{ amount: 0 }] })];
    const answer = await post(world, 'BankTransactions', documents);
    const range = { from: today(), to: today(), contactId: need(world, 'contactId'), page: 1 };
    const { product } = world;
    const found = await product.xero.findDocuments(product.access(), { type: 'SPEND', ...range });
    const kept = found.documents.filter(({ text, deleted }) => text === good && !deleted);
    if (kept.length > 0)
      await removeAll(
        world,
        kept.map(({ id }) => id),
      );
    return observe(answer.status === 400 && kept.length === 0, `${answer.status}, ${kept.length} kept`);
  },
};

const removeAll = ({ session }: XeroWorld, ids: readonly string[]) =>
  session.call('POST', 'BankTransactions?summarizeErrors=false', {
    body: { BankTransactions: ids.map((id) => ({ BankTransactionID: id, Status: 'DELETED' })) },
  });

const NINE_LINES = [100, 20, 5, -30, -10, 4, 1, 8, 2].map((amount) => ({ amount }));

/** How long Xero takes for many documents of nine lines, as payments have. */
const many = (count: number): Check<XeroWorld> => ({
  name: `${count} documents of nine lines`,
  expects: `${count} documents of nine lines are created in one call, within 60 seconds.`,
  run: async (world) => {
    const { product, mark } = world;
    const documents = Array.from({ length: count }, (_, index) => {
      const reference = `${mark} ${count}-${index}`;
      return { reference, json: JSON.stringify(spend(world, reference, { lines: NINE_LINES })) };
    });
    const began = Date.now();
    const results = await product.xero.createDocuments(product.access(), 'SPEND', documents, randomUUID());
    const milliseconds = Date.now() - began;
    const ids = results.flatMap((one) => ('id' in one ? [one.id] : []));
    world.cleanup.add(`${ids.length} documents`, () => removeAll(world, ids));
    return observe(ids.length === count && milliseconds < 60_000, `${ids.length} in ${milliseconds} ms`);
  },
});

export const ownClientStep: Step<XeroWorld> = {
  name: '12 The product’s own calls',
  checks: [
    appToken,
    trialBalance,
    contacts,
    lag,
    edited,
    merge,
    localUrl,
    receive,
    reconciled,
    summarised,
    parallel,
    many(20),
    many(50),
  ],
};
