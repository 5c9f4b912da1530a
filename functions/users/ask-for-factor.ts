import type { ServicesFor } from '../services/context.ts';
import { commitOne } from '../store/table.ts';
import type { StoredUser } from '../records/users/user.ts';
import { challengeWrite } from '../records/users/challenges.ts';
import { methodsOf } from './sign-in-methods.ts';

/** Holds a sign-in whose password was right until a factor confirms it. */
export async function askForFactor(
  services: ServicesFor<'table:write'>,
  { userId, passwordVersion }: StoredUser,
) {
  const { table, clock, ids } = services;
  const mfaToken = ids.secret();
  const { challenge, ...offered } = await methodsOf(services, userId);
  const asked = { purpose: 'confirm sign-in', userId, passwordVersion, challenge } as const;
  await commitOne(table, challengeWrite(mfaToken, asked, clock.now()));
  return { mfaToken, ...offered };
}
