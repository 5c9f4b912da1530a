import { Refusal } from '../../domain/refusal.ts';
import type { Caller } from './actor.ts';

const RECENT_MS = 10 * 60_000;

/**
 * Requires an authentication younger than ten minutes, with a factor if the user has one.
 * @throws Refusal `forbidden` with the code that makes the page ask for one.
 */
export function requireRecentAuthentication(
  { authentication: { at, isStrong, hasFactor } }: Pick<Caller, 'authentication'>,
  now: number,
): void {
  if (now - at < RECENT_MS && (isStrong || !hasFactor)) return;
  throw new Refusal('forbidden', 'session/reauthenticate', 'Please confirm that it is you.');
}
