/** Step 12: calls of Xero by the product's own client. */
import { randomUUID } from 'node:crypto';
import { textAt } from '../evidence.ts';
import { type Check, check, need, observe, skipped, type Step } from '../steps.ts';
import { answers, daysAgo, postOne, remove, spend, today } from './documents.ts';
import { realBooksChecks } from './real-books.ts';
import { archiveAtEnd } from './set-up.ts';
import { accessOf, appToken, call, expectRemoved, messagesOf, type XeroWorld } from './world.ts';

const MOST_POLLS = 30;

/** Lists may be older than the last change by a clock's difference. */
const EARLIER_MS = 3_600_000;

const NINE_LINES = [100, 20, 5, -30, -10, 4, 1, 8, 2];

export const ownClientStep: Step<XeroWorld> = {
  name: '12 The product’s own calls',
  checks: [
    check('A token of the app itself, without a user, lists the connection.', async (world) => {
      const connections = await world.xero.connections(await appToken(world));
      const { id } = need(world, 'connection');
      const isListed = connections.some(({ connectionId }) => connectionId === id);
      return observe(isListed, `${connections.length} connections`);
    }),
    check('The trial balance has accounts with their ids.', async (world) => {
      const balances = await world.xero.trialBalance(accessOf(world), today());
      return observe(balances.length > 0, `${balances.length} accounts`);
    }),
    ...realBooksChecks,
    check('searchTerm finds the contact by its name, and IDs finds it as active.', async (world) => {
      const id = need(world, 'contactId');
      const found = await world.xero.findContact(accessOf(world), `${world.mark} Lender`);
      const active = await world.xero.activeContacts(accessOf(world), [id]);
      const seen = `${found?.id ?? 'none'}, ${active.length} active`;
      return observe(found?.id === id && active.includes(id), seen);
    }),
    check(
      'A new document shows in the search by contact and date, and in the list by If-Modified-Since.',
      async (world) => {
        const id = await postOne(world, spend(world, 'lag'));
        const since = Date.now();
        const seen: Partial<Record<'inSearch' | 'inChanges', number>> = {};
        for (let poll = 1; poll <= MOST_POLLS; poll++) {
          const { inSearch, inChanges } = await isShown(world, id, today());
          if (inSearch) seen.inSearch ??= Date.now() - since;
          if (inChanges) seen.inChanges ??= Date.now() - since;
          if (seen.inSearch !== undefined && seen.inChanges !== undefined) break;
          await world.wait(2);
        }
        const text = `search after ${seen.inSearch ?? 'no'} ms, changes after ${seen.inChanges ?? 'no'} ms`;
        return observe(seen.inSearch !== undefined && seen.inChanges !== undefined, text);
      },
    ),
    check(
      'With another contact and date, the search misses the document and the list of changes shows it.',
      async (world) => {
        const id = await postOne(world, spend(world, 'edited'));
        const change = {
          BankTransactionID: id,
          Contact: { Name: `${world.mark} Other` },
          Date: daysAgo(40),
        };
        const document = { ...spend(world, 'edited'), ...change };
        const saved = await call(world, 'POST', 'BankTransactions', {
          body: { BankTransactions: [document] },
        });
        archiveAtEnd(world, textAt(saved.body, 'BankTransactions', 0, 'Contact', 'ContactID'));
        const { inSearch, inChanges } = await isShown(world, id, daysAgo(5));
        return observe(!inSearch && inChanges, `search ${String(inSearch)}, changes ${String(inChanges)}`);
      },
    ),
    check('A merged contact names the one that it was merged into.', async (world) => {
      const create = (name: string) =>
        world.xero.createContact(accessOf(world), `${world.mark} ${name}`, randomUUID());
      const [from, into] = await Promise.all([create('Merged'), create('Kept')]);
      archiveAtEnd(world, into.id);
      const { tenantId } = need(world, 'connection');
      const isMerged = await world.person.perform({ kind: 'merge contacts', tenantId, from, into });
      if (!isMerged) return skipped('not merged');
      const merged = await world.xero.getContact(accessOf(world), from.id);
      return observe(merged?.mergedInto === into.id, `merged into ${merged?.mergedInto ?? 'nothing'}`);
    }),
    check(
      'A RECEIVE is created.',
      answers(200, (world) => ({ ...spend(world, 'receive'), Type: 'RECEIVE' })),
    ),
    check('The deletion of a reconciled SPEND is refused.', async (world) => {
      const documentId = await postOne(world, spend(world, 'reconciled'));
      const { tenantId } = need(world, 'connection');
      const task = { tenantId, documentId, reference: `${world.mark} reconciled` };
      if (!(await world.person.perform({ kind: 'reconcile', ...task }))) return skipped('not reconciled');
      const answer = await remove(world, [documentId]);
      await world.person.perform({ kind: 'unreconcile', ...task });
      return observe(answer.status === 400, messagesOf(answer));
    }),
    many(50),
  ],
};

/** The documents of the product's search by contact and date. */
async function search(world: XeroWorld, from: string) {
  const range = { type: 'SPEND', from, to: today(), contactId: need(world, 'contactId'), page: 1 } as const;
  return (await world.xero.findDocuments(accessOf(world), range)).documents;
}

/** Whether the product's search, and its list of changes, show a document. */
async function isShown(world: XeroWorld, id: string, from: string) {
  const since = new Date(Date.now() - EARLIER_MS);
  const found = await search(world, from);
  const changes = { type: 'SPEND', since, page: 1 } as const;
  const { documents } = await world.xero.changedDocuments(accessOf(world), changes);
  return { inSearch: found.some((one) => one.id === id), inChanges: documents.some((one) => one.id === id) };
}

/** How long Xero takes for many documents of nine lines, as payments have. */
function many(count: number): Check<XeroWorld> {
  return check(
    `${count} documents of nine lines are created in one call, within 60 seconds.`,
    async (world) => {
      const documents = Array.from({ length: count }, (_, index) => {
        const name = `${count}-${index}`;
        const json = JSON.stringify(spend(world, name, { lines: NINE_LINES }));
        return { reference: `${world.mark} ${name}`, json };
      });
      // Without an answer they may exist, too.
      world.cleanup.add(`${count} documents`, async () => {
        const found = await search(world, today());
        const own = found.filter(
          ({ text, deleted }) => text.startsWith(`${world.mark} ${count}-`) && !deleted,
        );
        if (own.length > 0)
          expectRemoved(
            await remove(
              world,
              own.map(({ id }) => id),
            ),
          );
      });
      const began = Date.now();
      const results = await world.xero.createDocuments(accessOf(world), 'SPEND', documents, randomUUID());
      const milliseconds = Date.now() - began;
      const ids = results.flatMap((one) => ('id' in one ? [one.id] : []));
      return observe(ids.length === count && milliseconds < 60_000, `${ids.length} in ${milliseconds} ms`);
    },
  );
}
