import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Log } from '../lib/log.ts';
import type { Breaches } from '../services/breaches.ts';

const PREFIX_LENGTH = 5;
const ANSWER_WITHIN_MS = 1500;

/** `suffix:count` a line; lines that the service adds as padding have count 0. */
const Line = z.string().regex(/^[0-9A-F]{35}:\d+$/);

/**
 * Asks a service with the range protocol of Pwned Passwords: it receives five digits of the password's SHA-1 and answers
 * with all hashes that begin with them. Fails open: a password is accepted, and the failure logged, when it can't answer.
 */
export function createBreaches({
  endpoint,
  log,
}: {
  readonly endpoint: string;
  readonly log: Log;
}): Breaches {
  return {
    async has(password) {
      const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
      const suffix = hash.slice(PREFIX_LENGTH);
      try {
        const response = await fetch(`${endpoint}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
          headers: { 'add-padding': 'true' },
          signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        });
        if (!response.ok) throw new Error(`Status ${response.status}`);
        const lines = (await response.text()).split(/\r?\n/).filter((line) => line !== '');
        return lines
          .map((line) => Line.parse(line))
          .some((line) => line.startsWith(`${suffix}:`) && !line.endsWith(':0'));
      } catch (error) {
        log.error('the check for leaked passwords failed', { error });
        return false;
      }
    },
  };
}
