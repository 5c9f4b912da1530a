import { describe, expect, it, test } from 'vitest';
import { createSigner, createVerifier } from '../../functions/services/tokens.ts';
import { digest } from '../../functions/lib/digest.ts';
import { secretsOf } from '../../infra/constructs/grants.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import {
  bootstrap,
  missingParameters,
  parametersOf,
  readGiven,
  secretToSend,
} from '../../scripts/deploy/parameters.ts';
import { memoryStore } from './memory-store.ts';
import { synthesised } from '../infra/synthesised.ts';

const GIVEN = new Map([
  ['xero-client-id', 'client'],
  ['xero-client-secret', 'hush'],
  ['stripe-secret-key', 'sk'],
  ['stripe-webhook-secret', 'whsec'],
]);

const dev = stageOf('dev');

/** The parameters of a stage after its first bootstrap. */
async function bootstrapped() {
  const { store, kept } = memoryStore();
  await bootstrap(dev, GIVEN, [], store);
  return {
    store,
    kept,
    valueOf: (name: string): string => kept.get(`/paydown/dev/${name}`)?.value ?? '',
    renew: (...names: string[]) => bootstrap(dev, new Map(), names, store),
  };
}

describe('a stage’s parameters', () => {
  it.each([...stageNames])(
    'contain every parameter that the templates of %s and the roles request',
    async (name) => {
      const { templates } = await synthesised(stageOf(name));
      const asked = [...templates.values()].flatMap(({ Parameters = {} }) =>
        Object.values(Parameters).flatMap(({ Type, Default = '' }) =>
          Type.startsWith('AWS::SSM') && Default.startsWith('/paydown/')
            ? [Default.split('/').at(-1) ?? '']
            : [],
        ),
      );
      // A deployment passes these to the distribution and the firewall.
      const passed = ['origin-secret', ...(stageOf(name).firewall ? ['firewall'] : [])];
      const all = new Set([...asked, ...Object.values(secretsOf).flat(), ...passed]);
      expect(parametersOf(stageOf(name)).toSorted()).toEqual([...all].toSorted());
    },
  );

  // Evidence for ASVS 13.2
  it('are complete after one bootstrap, with secrets encrypted', async () => {
    const { store, kept } = await bootstrapped();
    expect(await missingParameters(dev, store)).toEqual([]);
    const secret = [...kept].filter(([, { isSecret }]) => isSecret).map(([name]) => name);
    expect(secret.toSorted()).toEqual(
      [
        'origin-secret',
        'stripe-secret-key',
        'stripe-webhook-secret',
        'token-private-key',
        'xero-client-secret',
      ].map((name) => `/paydown/dev/${name}`),
    );
  });

  it('keep their values on a second bootstrap unless a new value is requested', async () => {
    const { kept, valueOf, renew } = await bootstrapped();
    const before = new Map(kept);
    const key = valueOf('token-public-key');
    expect(await renew()).toEqual([]);
    expect(kept).toEqual(before);
    expect(await renew('token-private-key')).toEqual(['token-private-key', 'token-public-key']);
    expect(valueOf('token-public-key')).not.toBe(key);
  });

  it('accept the earlier origin secret beside a renewed one, until the next renewal', async () => {
    const { valueOf, renew } = await bootstrapped();
    const secretNow = (): string => digest(valueOf('origin-secret').split(',')[0] ?? '');
    const first = secretNow();
    await renew('origin-secret');
    const second = secretNow();
    expect(valueOf('origin-secret-digest').split(',')).toEqual([second, first]);
    await renew('origin-secret');
    expect(valueOf('origin-secret-digest').split(',')).toEqual([secretNow(), second]);
  });

  it('send the earlier origin secret until the API accepts the renewed one', async () => {
    const { valueOf, renew } = await bootstrapped();
    const first = valueOf('origin-secret');
    expect(secretToSend(first, null)).toBe(first);
    const acceptedBefore = valueOf('origin-secret-digest');
    await renew('origin-secret');
    const [renewed] = valueOf('origin-secret').split(',');
    expect(secretToSend(valueOf('origin-secret'), acceptedBefore)).toBe(first);
    expect(secretToSend(valueOf('origin-secret'), valueOf('origin-secret-digest'))).toBe(renewed);
  });

  // Evidence for ASVS 11.1
  it('keep tokens of a renewed key valid, and sign with the new key a day later', async () => {
    const { valueOf, renew } = await bootstrapped();
    const session = { userId: 'u', sessionId: 's', tenantId: null };
    const tokenAt = (now: number): Promise<string> =>
      createSigner(
        { read: async (name) => valueOf(name) },
        { now: () => now },
        valueOf('token-public-key'),
      ).access(session);
    const kidOf = (token: string): unknown =>
      (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid?: string }).kid;
    const before = valueOf('token-public-key');
    const now = Date.now();
    const earlier = await tokenAt(now);
    await renew('token-private-key');
    expect(kidOf(await tokenAt(now))).toBe(kidOf(earlier));
    expect(kidOf(await tokenAt(now + 25 * 3_600_000))).not.toBe(kidOf(earlier));
    const verifier = createVerifier(valueOf('token-public-key'), { now: () => now });
    expect(await verifier.access(earlier)).toEqual(session);
    // A function that is not deployed yet still verifies what others sign.
    expect(await createVerifier(before, { now: () => now }).access(await tokenAt(now))).toEqual(session);
  });
});

describe('a bootstrap', () => {
  it.each([
    [new Map([['sripe-secret-key', 'sk']]), [], 'These are not asked for: sripe-secret-key.'],
    [new Map(), ['xero-client-secret'], "These can't be renewed: xero-client-secret."],
  ])('writes nothing for the arguments %j, %j', async (given, renewed, message) => {
    const { store, kept } = memoryStore();
    await expect(bootstrap(dev, given, renewed, store)).rejects.toThrow(message);
    expect(kept.size).toBe(0);
  });
});

test('typed values are read line by line, including values with equal signs', () => {
  expect(readGiven('xero-client-id=a\n\n  stripe-secret-key=b=c==  \n')).toEqual(
    new Map([
      ['xero-client-id', 'a'],
      ['stripe-secret-key', 'b=c=='],
    ]),
  );
});

test('a malformed line is refused without repeating it', () => {
  expect(() => readGiven('xero-client-id=a\nhush')).toThrow(/^Line 2 is not name=value\.$/);
});
