/**
 * The protocol broken on purpose: what the simulation must find. Each breakage changes the source as it is loaded,
 * so the product needs no switches that make it wrong.
 */
import { registerHooks } from 'node:module';

interface Patch {
  /** Under `functions/xero/`. */
  readonly file: string;
  /** Occurs there exactly once. */
  readonly find: string;
  readonly replace: string;
}

const silentCalls: Patch = {
  file: 'post-payments.ts',
  find: '(sent, calls) => noteCalls(table, sent, calls, ids.uuid()),',
  replace: 'async (sent, calls) => ({ ...sent, calls }),',
};

/** By name. Time left is looked at in three places, lest one be forgotten: all must go before harm is done. */
export const breakages = {
  'new-key-too-early': [
    {
      file: 'exactly-once.ts',
      find: 'const PROOF_MS = 10 * MINUTE;',
      replace: 'const PROOF_MS = 1 * MINUTE;',
    },
  ],
  'look-up-with-a-status-filter': [
    {
      file: 'post-payments.ts',
      find: 'of found) {',
      replace: 'of found.filter(({ deleted }) => !deleted)) {',
    },
  ],
  'lease-without-time-to-spare': [
    {
      file: 'exactly-once.ts',
      find: 'if (now >= startBy || !isKeyFresh(announced.calls, now)) throw new LeaseLost();',
      replace: '',
    },
    {
      file: 'books.ts',
      find: "if (now > place.startBy) throw new XeroError('throttled');",
      replace: '',
    },
    {
      file: 'books.ts',
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
        const flagged = new Map(open.map((number) => [number, 'unknown']));
        await noteFindings(table, posting, { posted: flagged, notPosted: [] }, ids.uuid());
        const answer = await exchange(`,
    },
    {
      file: 'post-payments.ts',
      find: 'return { ...(await note(context, answer.sent, { posted, notPosted })), refused };',
      replace: `
        const { pk } = keys.scheduleParent(posting.scheduleId);
        for (const [number, documentId] of posted) {
          const { sk } = keys.payment(posting.scheduleId, number);
          await table.write({ update: { pk, sk }, set: { documentId } });
        }
        return { posting: { ...posting, open: [] }, refused, failure: null };`,
    },
    {
      file: 'post-payments.ts',
      find: "import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './exactly-once.ts';",
      replace: `
        import { keys } from '../store/keys.ts';
        import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './exactly-once.ts';`,
    },
  ],
  'refusal-believed': [
    {
      file: 'exactly-once.ts',
      find: "return { kind: areUnanswered ? 'open' : 'refused', sent, error };",
      replace: "return { kind: 'refused', sent, error };",
    },
    {
      file: 'post-payments.ts',
      find: 'const notPosted = posting.calls.areUnanswered ? [] : [...refused.keys()];',
      replace: 'const notPosted = [...refused.keys()];',
    },
  ],
  'places-taken-unseen': [
    {
      file: 'call-window.ts',
      find: `      remove: over.map(([key]) => \`calls.\${key}\`),
      if: ['version', '=', version],`,
      replace: '      remove: over.map(([key]) => `calls.${key}`),',
    },
  ],
  'no-intent': [
    silentCalls,
    {
      file: 'sync-payments.ts',
      find: 'return openPosting(table, entity, schedule, given, new Date(clock.now()).toISOString());',
      replace: `
        const calls = { firstAt: null, overAt: 0, areUnanswered: false };
        const intend = () => openPosting(table, entity, schedule, given, new Date(clock.now()).toISOString());
        return { ...given, entityId: schedule.entityId, scheduleId, open: [...batch], calls, version: 1, intend };`,
    },
    {
      file: 'post-payments.ts',
      find: 'return { ...(await note(context, answer.sent, { posted, notPosted })), refused };',
      replace: 'return { ...(await note(context, await posting.intend(), { posted, notPosted })), refused };',
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
      const meant = patches.filter(({ file }) => url.endsWith(`/functions/xero/${file}`));
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
