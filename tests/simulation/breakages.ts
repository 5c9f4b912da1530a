/**
 * The protocol broken on purpose: what the simulation must find. Each breakage changes the source as it is loaded,
 * so the product needs no switches that make it wrong.
 */
import { registerHooks } from 'node:module';

interface Patch {
  /** Under `functions/posting/`. */
  readonly file: string;
  /** Occurs there exactly once. */
  readonly find: string;
  readonly replace: string;
}

const silentCalls: Patch = {
  file: 'post-payments.ts',
  find: 'async (sent, calls) => ({ calls, postings: await noteCalls(table, sent.postings, calls, ids.uuid()) }),',
  replace: 'async (sent, calls) => ({ calls, postings: sent.postings.map((one) => ({ ...one, calls })) }),',
};

/** By name. Time left is looked at in three places, lest one be forgotten: all must go before harm is done. */
export const breakages = {
  'new-key-too-early': [
    {
      file: 'protocol.ts',
      find: 'const PROOF_MS = 10 * MINUTE;',
      replace: 'const PROOF_MS = 1 * MINUTE;',
    },
  ],
  'look-up-with-a-status-filter': [
    {
      file: 'post-payments.ts',
      find: 'of found) known',
      replace: 'of found.filter(({ deleted }) => !deleted)) known',
    },
  ],
  'lease-without-time-to-spare': [
    {
      file: 'protocol.ts',
      find: 'if (now >= startBy || !isKeyFresh(announced.calls, now)) throw new LeaseLost();',
      replace: '',
    },
    {
      file: 'xero-calls.ts',
      find: "if (now > place.startBy) throw new XeroError('throttled');",
      replace: '',
    },
    {
      file: 'xero-calls.ts',
      find: 'const left = Math.min(CALL_MS, end - now);',
      replace: 'const left = CALL_MS;',
    },
  ],
  'flag-before-record': [
    silentCalls,
    {
      file: 'post-payments.ts',
      find: 'const answer = await exchange(',
      replace: `
        for (const posting of postings) {
          const flagged = new Map(posting.open.map((number) => [number, 'unknown']));
          await noteFindings(table, posting, { posted: flagged, notPosted: [] }, ids.uuid());
        }
        const answer = await exchange(`,
    },
    {
      file: 'post-payments.ts',
      find: 'const isBelieved = !before.areUnanswered;',
      replace: `
        for (const { scheduleId, documents } of postings) {
          for (const { number, reference } of documents) {
            const documentId = posted.get(reference);
            if (documentId) await table.write({ update: keys.payment(scheduleId, number), set: { documentId } });
          }
        }
        if (postings) return { postings: postings.map((one) => ({ ...one, open: [] })), refused, failure: null };
        const isBelieved = !before.areUnanswered;`,
    },
    {
      file: 'post-payments.ts',
      find: "import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './protocol.ts';",
      replace: `
        import { keys } from '../store/keys.ts';
        import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './protocol.ts';`,
    },
  ],
  'refusal-believed': [
    {
      file: 'protocol.ts',
      find: "return { kind: areUnanswered ? 'open' : 'refused', sent, error };",
      replace: "return { kind: 'refused', sent, error };",
    },
    {
      file: 'post-payments.ts',
      find: 'const isBelieved = !before.areUnanswered;',
      replace: 'const isBelieved = true;',
    },
  ],
  'batch-noted-in-part': [
    {
      file: 'payment-intent-store.ts',
      find: 'const updates = postings.map(',
      replace: 'const updates = postings.slice(0, 1).map(',
    },
  ],
  'places-taken-unseen': [
    {
      file: 'rate-limiter.ts',
      find: `      remove: over.map(([key]) => \`calls.\${key}\`),
      if: ['version', '=', version],`,
      replace: '      remove: over.map(([key]) => `calls.${key}`),',
    },
  ],
  'no-intent': [
    silentCalls,
    {
      file: 'send-payments.ts',
      find: 'return openPosting(table, entity, schedule, given, new Date(clock.now()).toISOString());',
      replace: `
        const calls = { firstAt: null, overAt: 0, areUnanswered: false };
        const intend = () => openPosting(table, entity, schedule, given, new Date(clock.now()).toISOString());
        const open = given.documents.map(({ number }) => number);
        const { entityId, scheduleId } = schedule;
        return { ...given, entityId, scheduleId, batch: [], open, calls, version: 1, intend };`,
    },
    {
      file: 'post-payments.ts',
      find: 'const after = await noteAll(context, sent.postings,',
      replace: `
        const intended = [];
        for (const posting of sent.postings) intended.push(posting.intend ? await posting.intend() : posting);
        const after = await noteAll(context, intended,`,
    },
  ],
} satisfies Record<string, readonly Patch[]>;

/** From now on the modules of the product load broken, those loaded before stay whole. */
export function breakOnPurpose(name: string): void {
  const patches: readonly Patch[] | undefined = Object.entries(breakages).find(([key]) => key === name)?.[1];
  if (!patches) throw new Error(`There is no breakage ${name}, but ${Object.keys(breakages).join(', ')}`);
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      const meant = patches.filter(({ file }) => url.endsWith(`/functions/posting/${file}`));
      if (meant.length === 0) return loaded;
      const source = Buffer.from((loaded.source ?? '') as Uint8Array).toString();
      return { ...loaded, source: meant.reduce(apply, source) };
    },
  });
}

function apply(source: string, { file, find, replace }: Patch): string {
  if (source.split(find).length !== 2) throw new Error(`${file} doesn't hold exactly once: ${find}`);
  return source.replace(find, () => replace);
}
