/** What a stage's account must hold before anything is deployed to it. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { parameterName, type Stage } from '../../infra/stages.ts';

export interface ParameterStore {
  has(name: string): Promise<boolean>;
  /** Encrypts what is secret; replaces what is there. */
  put(name: string, value: string, isSecret: boolean): Promise<void>;
}

/** What only the operator knows, by name; true is secret. */
const GIVEN = {
  'xero-client-id': false,
  'xero-client-secret': true,
  'stripe-secret-key': true,
  'stripe-webhook-secret': true,
} as const satisfies Record<string, boolean>;

/** Until a stage without a domain has been deployed once, nobody knows its address. */
export const UNKNOWN_ORIGIN = 'https://not-deployed-yet.invalid';

type Made = readonly (readonly [name: string, value: string, isSecret: boolean])[];

/** What is made here, each with what belongs together with it. */
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
 * Stores what is given, and makes what is to be made unless it is there already; names in `renewed` are made anew.
 * @returns the names that were written.
 * @throws Error for a name that nobody asked for, or that cannot be renewed, before anything is written.
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
  if (!stage.domain && !(await store.has(parameterName(stage, 'origin')))) {
    await write('origin', UNKNOWN_ORIGIN, false);
  }
  return written;
}

/**
 * Lines of `name=value`, as somebody types or pipes them; empty ones are skipped.
 * @throws Error for a line that is nothing of the kind, without repeating what might be secret.
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
