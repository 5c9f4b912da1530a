/** The parameters that an account must hold before a stage is deployed to it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { digest } from '../../functions/lib/digest.ts';
import { jwksOf } from '../../functions/services/tokens.ts';
import { parameterName, type Stage } from '../../infra/stages.ts';

export interface ParameterStore {
  has(name: string): Promise<boolean>;
  /** @throws Error for an unknown name. */
  get(name: string): Promise<string>;
  /** Encrypts secrets, and replaces an existing value. */
  put(name: string, value: string, isSecret: boolean): Promise<void>;
  /** An unknown name is ignored. */
  remove(name: string): Promise<void>;
}

/** The parameters that the operator provides, by name; true for a secret. */
const GIVEN = {
  'xero-client-id': false,
  'xero-client-secret': true,
  'stripe-secret-key': true,
  'stripe-webhook-secret': true,
} as const satisfies Record<string, boolean>;

/** The value of the webhook's secret before there is a webhook. */
export const LATER = 'later';

/** The address of a stage without a domain, before its first deployment. */
export const UNKNOWN_ORIGIN = 'https://not-deployed-yet.invalid';

/** The value of `restored-at` while the stage's own table is in use. */
export const NEVER_RESTORED = 'never';

/** The parameters that deployments and restores change, with their first values. */
function initialValues(stage: Stage): Readonly<Record<string, string>> {
  return {
    table: stage.tableName,
    'restored-at': NEVER_RESTORED,
    ...(stage.domain ? {} : { origin: UNKNOWN_ORIGIN }),
    ...(stage.firewall && { firewall: 'count' }),
  };
}

type Made = readonly (readonly [name: string, value: string, isSecret: boolean])[];

/**
 * The generated parameters that belong together. A renewal gets the present values: what is in use stays valid until the
 * next renewal, since functions and distribution change one after the other.
 */
interface Generated {
  readonly names: readonly string[];
  readonly make: (present: ReadonlyMap<string, string>) => Made;
}

const MADE: Readonly<Record<string, Generated>> = {
  'token-private-key': { names: ['token-private-key', 'token-public-key'], make: tokenKeys },
  'origin-secret': { names: ['origin-secret', 'origin-secret-digest'], make: originSecret },
};

/** Of two renewals within a day, the second one keeps the key that signs until then. */
const EARLIER_KEYS = 2;

/** A new key signs a day after it was made, when every function knows it. */
const SIGNS_AFTER_SECONDS = 86_400;

function tokenKeys(present: ReadonlyMap<string, string>): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(8).toString('hex');
  const earlier = (name: string): object[] => {
    const text = present.get(name);
    return text === undefined ? [] : jwksOf(text).slice(0, EARLIER_KEYS);
  };
  const signsFrom = present.size === 0 ? 0 : Math.floor(Date.now() / 1000) + SIGNS_AFTER_SECONDS;
  const privateKeys = [
    { ...privateKey.export({ format: 'jwk' }), kid, signsFrom },
    ...earlier('token-private-key'),
  ];
  const publicKeys = [{ ...publicKey.export({ format: 'jwk' }), kid }, ...earlier('token-public-key')];
  return [
    ['token-private-key', JSON.stringify({ keys: privateKeys }), true],
    ['token-public-key', JSON.stringify({ keys: publicKeys }), false],
  ];
}

/**
 * The distribution sends a secret, and functions compare its digest, so that none of them needs to decrypt it. After a
 * renewal there are two, the newer first: the distribution sends the earlier one until the API accepts both.
 */
function originSecret(present: ReadonlyMap<string, string>): Made {
  const [earlier] = present.get('origin-secret')?.split(',') ?? [];
  const secrets = [randomBytes(32).toString('base64url'), ...(earlier === undefined ? [] : [earlier])];
  return [
    ['origin-secret', secrets.join(','), true],
    ['origin-secret-digest', secrets.map((secret) => digest(secret)).join(','), false],
  ];
}

/** Returns the newest of the origin's secrets whose digest the API accepts, or the newest before there is an API. */
export function secretToSend(secrets: string, accepted: string | null): string {
  const all = secrets.split(',');
  const digests = accepted?.split(',') ?? [];
  return all.find((secret) => digests.includes(digest(secret))) ?? all[0] ?? '';
}

/** Names of all parameters of a stage. */
export function parametersOf(stage: Stage): string[] {
  const made = Object.values(MADE).flatMap(({ names }) => names);
  return [...Object.keys(GIVEN), ...made, ...Object.keys(initialValues(stage))];
}

/** Returns the values of those that exist. */
async function valuesOf(
  stage: Stage,
  names: readonly string[],
  store: ParameterStore,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const name of names) {
    const path = parameterName(stage, name);
    if (await store.has(path)) values.set(name, await store.get(path));
  }
  return values;
}

/** Names of those that the account lacks. */
export async function missingParameters(stage: Stage, store: ParameterStore): Promise<string[]> {
  const found = await Promise.all(
    parametersOf(stage).map(async (name) => ((await store.has(parameterName(stage, name))) ? [] : [name])),
  );
  return found.flat();
}

/**
 * Stores the given parameters, and generates the others unless they exist. Names in `renewed` are generated again.
 * @returns the names that were written.
 * @throws Error for an unknown name, or one that cannot be renewed, before anything is written.
 */
export async function bootstrap(
  stage: Stage,
  given: ReadonlyMap<string, string>,
  renewed: readonly string[],
  store: ParameterStore,
): Promise<string[]> {
  const unknown = [...given.keys()].filter((name) => !(name in GIVEN));
  if (unknown.length > 0) throw new Error(`These are not asked for: ${unknown.join(', ')}.`);
  const fixed = renewed.filter((name) => !(name in MADE));
  if (fixed.length > 0) throw new Error(`These can't be renewed: ${fixed.join(', ')}.`);

  const written: string[] = [];
  const write = async (name: string, value: string, isSecret: boolean): Promise<void> => {
    await store.put(parameterName(stage, name), value, isSecret);
    written.push(name);
  };
  for (const [name, isSecret] of Object.entries(GIVEN)) {
    const value = given.get(name);
    if (value !== undefined) await write(name, value, isSecret);
  }
  for (const [name, { names, make }] of Object.entries(MADE)) {
    const present = await valuesOf(stage, names, store);
    if (!renewed.includes(name) && present.size === names.length) continue;
    for (const [part, value, isSecret] of make(present)) await write(part, value, isSecret);
  }
  for (const [name, value] of Object.entries(initialValues(stage))) {
    if (!(await store.has(parameterName(stage, name)))) await write(name, value, false);
  }
  return written;
}

/**
 * Parses lines of `name=value`. Empty lines are skipped.
 * @throws Error for a malformed line. The message does not repeat it, since it may hold a secret.
 */
export function readGiven(text: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = /^([a-z-]+)=(.+)$/.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined) throw new Error(`Line ${index + 1} is not name=value.`);
    given.set(name, value);
  }
  return given;
}
