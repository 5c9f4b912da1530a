import { randomUUID } from 'node:crypto';
import { at, listAt, shown } from '../evidence.ts';
import { type Check, observe, type Step } from '../steps.ts';
import { messagesOf, tokensOf } from './session.ts';
import { createdIds, post, spend, type XeroWorld } from './world.ts';

const byCode: Check<XeroWorld> = {
  name: 'SPEND by AccountCode',
  expects: 'A SPEND whose line names its account by AccountCode is created.',
  run: async (world) => {
    const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} code`)]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const byId: Check<XeroWorld> = {
  name: 'SPEND by AccountID',
  expects: 'A SPEND whose line names its account by AccountID alone is created.',
  isQuestion: true,
  run: async (world) => {
    const document = spend(world, `${world.mark} id`, { lines: [{ amount: 10, by: 'id' }] });
    const answer = await post(world, 'BankTransactions', [document]);
    return observe(answer.status === 200, messagesOf(answer));
  },
};

const sevenLines: Check<XeroWorld> = {
  name: 'seven lines',
  expects: 'A SPEND of seven lines, some negative, is created with its total.',
  run: async (world) => {
    const lines = [100, 20, 5, -30, -10, 4, 1].map((amount) => ({ amount }));
    const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} seven`, { lines })]);
    const total = at(answer.body, 'BankTransactions', 0, 'Total');
    return observe(Number(total) === 90, `${messagesOf(answer)}, total ${String(total)}`);
  },
};

const zeroTotal: Check<XeroWorld> = {
  name: 'zero total',
  expects: 'A SPEND with a total of zero is refused.',
  run: async (world) => {
    const lines = [{ amount: 10 }, { amount: -10 }];
    const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} zero`, { lines })]);
    return observe(answer.status === 400, messagesOf(answer));
  },
};

const mixed: Check<XeroWorld> = {
  name: 'good and bad in one batch',
  expects: 'With summarizeErrors=false the good document is created and the bad one says why it is not.',
  run: async (world) => {
    const documents = [
      spend(world, `${world.mark} good`),
      spend(world, `${world.mark} bad`, { lines: [{ amount: 0 }] }),
    ];
    const answer = await post(world, 'BankTransactions', documents, { query: '?summarizeErrors=false' });
    const [good, bad] = listAt(answer.body, 'BankTransactions');
    const errors = listAt(bad, 'ValidationErrors').map((error) => shown(error, 'Message'));
    const isSplit = listAt(good, 'ValidationErrors').length === 0 && errors.length > 0;
    return observe(answer.status === 200 && isSplit, `${answer.status}, ${errors.join(' ')}`);
  },
};

const sameKey: Check<XeroWorld> = {
  name: 'the same key',
  expects: 'The same body under the same Idempotency-Key creates one document.',
  run: (world) => repeat(world, 'same key', async () => undefined),
};

const sameKeyLater: Check<XeroWorld> = {
  name: 'the same key after a refresh',
  expects:
    'The same body under the same Idempotency-Key creates one document, also with a refreshed access token.',
  isQuestion: true,
  run: (world) =>
    repeat(world, 'refreshed', async () => {
      const { session, evidence } = world;
      const form = { grant_type: 'refresh_token', refresh_token: session.tokens().refresh };
      session.use(tokensOf(await session.askToken(form), evidence));
    }),
};

/** Posts a document twice under one key. */
async function repeat(world: XeroWorld, name: string, between: () => Promise<void>) {
  const key = randomUUID();
  const document = spend(world, `${world.mark} ${name}`);
  const first = await post(world, 'BankTransactions', [document], { key });
  await between();
  const second = await post(world, 'BankTransactions', [document], { key });
  const ids = [first, second].flatMap((answer) => createdIds(answer, 'BankTransactions'));
  const seen = `${first.status} and ${second.status}, ${new Set(ids).size} documents`;
  return observe(ids.length === 2 && ids[0] === ids[1], seen);
}

const otherBody: Check<XeroWorld> = {
  name: 'another body',
  expects: 'Another body under a used Idempotency-Key is refused with 400.',
  run: async (world) => {
    const key = randomUUID();
    await post(world, 'BankTransactions', [spend(world, `${world.mark} first body`)], { key });
    const answer = await post(world, 'BankTransactions', [spend(world, `${world.mark} other body`)], { key });
    return observe(answer.status === 400, messagesOf(answer));
  },
};

export const spendStep: Step<XeroWorld> = {
  name: '7 SPEND by AccountID and AccountCode, seven lines, zero total',
  checks: [byCode, byId, sevenLines, zeroTotal],
};
export const batchStep: Step<XeroWorld> = { name: '8 Mixed batch', checks: [mixed] };
export const keysStep: Step<XeroWorld> = {
  name: '9 Idempotency keys',
  checks: [sameKey, sameKeyLater, otherBody],
};
