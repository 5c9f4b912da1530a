/** The parameters that an account must hold before a stage is deployed to it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { nameOf, parameterName, type Stage } from '../../infra/stages.ts';

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

/** The value of `restored-at` while the stage's own table is in use. */
export const NEVER_RESTORED = 'never';

/** The parameters that deployments and restores change, with their first values. */
function initialValues(stage: Stage): Readonly<Record<string, string>> {
  return {
    table: nameOf(stage, 'table'),
    'restored-at': NEVER_RESTORED,
    ...(stage.domain ? {} : { origin: UNKNOWN_ORIGIN }),
  };
}

type Made = readonly (readonly [name: string, value: string, isSecret: boolean])[];

/** The generated parameters, each with those that are generated with it. */
const MADE: Readonly<Record<string, () => Made>> = {
  'token-private-key': tokenKeys,
  'origin-secret': () => [['origin-secret', randomBytes(32).toString('base64url'), false]],
};

function tokenKeys(): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return [
    ['token-private-key', JSON.stringify(privateKey.export({ format: 'jwk' })), true],
    ['token-public-key', JSON.stringify(publicKey.export({ format: 'jwk' })), false],
  ];
}

/** Names of all parameters of a stage. */
export function parametersOf(stage: Stage): string[] {
  const made = ['token-private-key', 'token-public-key', 'origin-secret'];
  return [...Object.keys(GIVEN), ...made, ...Object.keys(initialValues(stage))];
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
    const isKept = !renewed.includes(name) && (await store.has(parameterName(stage, name)));
    if (isKept) continue;
    for (const [part, value, isSecret] of make()) await write(part, value, isSecret);
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
