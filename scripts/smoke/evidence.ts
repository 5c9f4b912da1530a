/** HTTP calls whose requests and answers are kept, without secrets, with all their headers. */
import type { Redactor } from './redaction.ts';

/** Longer than the product's own client waits, so that the report has the answers that come too late. */
const TIMEOUT_MS = 90_000;

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  /** Names are lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if it is JSON, else the text. */
  readonly body: unknown;
}

/** A call in the report. */
export interface Exchange {
  readonly step: string;
  /** The statement of the check that made the call. */
  readonly expects: string;
  readonly startedAt: string;
  readonly milliseconds: number;
  readonly request: Call;
  /** A text: the reason why the call had no answer. */
  readonly answer: Answer | string;
}

export interface Evidence {
  readonly redactor: Redactor;
  readonly exchanges: readonly Exchange[];
  /** Names the check that the following calls belong to. */
  begin(step: string, expects: string): void;
  send(call: Call): Promise<Answer>;
}

export function createEvidence(redactor: Redactor): Evidence {
  const exchanges: Exchange[] = [];
  let current = { step: '', expects: '' };
  return {
    redactor,
    exchanges,
    begin: (step, expects) => void (current = { step, expects }),
    async send(call) {
      const of = current;
      const began = Date.now();
      const answer = await fetchAnswer(call).catch((error: unknown) => error);
      exchanges.push(
        redactor.redact({
          ...of,
          startedAt: new Date(began).toISOString(),
          milliseconds: Date.now() - began,
          request: readable(call),
          answer: answer instanceof Error ? String(answer) : (answer as Answer),
        }),
      );
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
  };
}

async function fetchAnswer({ url, ...call }: Call): Promise<Answer> {
  const response = await fetch(url, {
    ...call,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const headers = Object.fromEntries(
    [...response.headers].map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { status: response.status, headers, body: parsed(await response.text()) };
}

/** The call with a JSON body as an object, so that fields of secrets are recognised. */
function readable(call: Call): Call {
  const { body } = call;
  const value = body === undefined ? undefined : parsed(body);
  return typeof value === 'object' ? { ...call, body: JSON.stringify(value, null, 2) } : call;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the value at a path of fields and indexes; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as Readonly<Record<string | number, unknown>>)[name];
  }
  return current;
}

/** Returns the text at a path. @throws Error when there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new Error(`The answer has no ${path.join('.')}.`);
  return found;
}

/** Returns the list at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** Returns the value at a path as a text for people. */
export function shown(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (found === undefined) return 'absent';
  return typeof found === 'string' ? found : JSON.stringify(found);
}
