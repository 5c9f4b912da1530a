/** The parameters that an account must hold before a stage is deployed to it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { digest } from '../../functions/lib/digest.ts';
import { parameterName, type Stage } from '../../infra/stages.ts';

export interface ParameterStore {
  has(name: string): Promise<boolean>;
  /** Encrypts secrets, and replaces an existing value. */
  put(name: string, value: string, isSecret: boolean): Promise<void>;
}

/** The parameters that the operator provides, by name; true for a secret. */
const GIVEN = {
  'xero-client-id': false,
  'xero-client-secret': true,
  'stripe-secret-key': true,
  'stripe-webhook-secret': true,
} as const satisfies Record<string, boolean>;

/** The address of a stage without a domain, before its first deployment. */
export const UNKNOWN_ORIGIN = 'https://not-deployed-yet.invalid';

type Made = readonly (readonly [name: string, value: string, isSecret: boolean])[];

/** The generated parameters, each with those that are generated with it. */
const MADE: Readonly<Record<string, () => Made>> = {
  'token-private-key': tokenKeys,
  'origin-secret': originSecret,
};

/** The distribution sends the secret, and functions know its digest. */
function originSecret(): Made {
  const secret = randomBytes(32).toString('base64url');
  return [
    ['origin-secret', secret, true],
    ['origin-secret-digest', digest(secret), false],
  ];
}

function tokenKeys(): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return [
    ['token-private-key', JSON.stringify(privateKey.export({ format: 'jwk' })), true],
    ['token-public-key', JSON.stringify(publicKey.export({ format: 'jwk' })), false],
  ];
}

/** Names of all parameters of a stage. */
export function parametersOf(stage: Stage): string[] {
  const made = Object.values(MADE).flatMap((make) => make().map(([name]) => name));
  return [...Object.keys(GIVEN), ...made, ...(stage.domain ? [] : ['origin'])];
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
  for (const [name, make] of Object.entries(MADE)) {
    const parts = make();
    const known = await Promise.all(parts.map(([part]) => store.has(parameterName(stage, part))));
    if (!renewed.includes(name) && known.every(Boolean)) continue;
    for (const [part, value, isSecret] of parts) await write(part, value, isSecret);
  }
  if (!stage.domain && !(await store.has(parameterName(stage, 'origin')))) {
    await write('origin', UNKNOWN_ORIGIN, false);
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
