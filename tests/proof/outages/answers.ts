/** Requests during an outage, and the check that each refusal is a sentence for people. */
import type { Findings } from './findings.ts';

export interface Answer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  readonly body: any;
}

/** Says nothing about the outage. */
const GENERIC = /^Something went wrong/;
/** Internals that no answer may show. */
export const TECHNICAL =
  /\n\s+at |Error:|E[A-Z]{5,}\b|\bundefined\b|\[object|<\w+>|https?:\/\/localhost|node_modules/;

export class Answers {
  readonly findings: Findings;

  constructor(findings: Findings) {
    this.findings = findings;
  }

  /** Sends a request and judges its answer. */
  async ask(
    scene: string,
    call: { readonly origin: string; readonly token: string | null },
    route: string,
    body?: unknown,
  ): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const began = performance.now();
    const response = await fetch(call.origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(call.token !== null && { authorization: `Bearer ${call.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.findings.tried++;
    const seconds = (performance.now() - began) / 1000;
    const problem = this.#problemOf(response.status, text);
    if (problem !== null) {
      this.findings.add(
        `${scene}: ${method} ${path} answers ${response.status} after ${seconds.toFixed(1)} s: ${problem}`,
      );
    }
    return { status: response.status, body: parsed(text) };
  }

  #problemOf(status: number, text: string): string | null {
    if (status < 400) return null;
    const { detail } = Object(parsed(text)) as { detail?: unknown };
    if (typeof detail !== 'string') return `no sentence in ${text.slice(0, 200)}`;
    if (TECHNICAL.test(text)) return `technical text: ${text.slice(0, 300)}`;
    if (GENERIC.test(detail) || status === 500) return `an unexpected error: ${detail}`;
    return /^[A-Z].{15,}[.?]$/s.test(detail) ? null : `not a sentence: ${detail}`;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
