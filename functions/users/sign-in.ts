import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { normaliseEmail } from '../store/keys.ts';
import { findUserByEmail } from '../records/users/addresses.ts';
import { applyDueReset } from './factor-reset.ts';
import { issueTokens } from './issue-tokens.ts';
import { hashPassword, needsRehash, unmatchableHash, verifyPassword } from './password-hash.ts';
import { userRoutes } from '../api/users.ts';
import { acceptPassword, admitSignIn, countFailure, recordSuccess } from './sign-in-guard.ts';
import { storeRehash, type StoredUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { commitOne } from '../store/table.ts';
import { challengeWrite } from '../records/users/challenges.ts';
import { methodsOf } from './sign-in-methods.ts';

export const handler = endpoint(userRoutes, 'POST /v1/users/authenticate', async (request, services) => {
  const { body, source } = request;
  const { table, clock, passwordCost, log } = services;
  const caller = { who: normaliseEmail(body.email), source };
  const found = await findUserByEmail(table, body.email);
  const { isCounted, windows } = await admitSignIn(table, clock.now(), caller, found?.passwordVersion);
  const isRight = await verifyPassword(body.password, found?.passwordHash ?? unmatchableHash(passwordCost));
  if (!found?.active || !isRight) {
    log.info('sign-in failed', { userId: found?.userId });
    if (!isCounted) await countFailure(table, clock.now(), caller);
    throw wrongCredentials();
  }
  await acceptPassword(table, caller, windows);
  if (needsRehash(found.passwordHash, passwordCost)) {
    await storeRehash(table, found, await hashPassword(body.password, services));
  }
  const user = await applyDueReset(services, found);
  if (user.factorCount > 0) return askForFactor(services, user);
  log.info('signed in', { userId: user.userId });
  await recordSuccess(table, clock.now(), user, source);
  return issueTokens(services, user, request, { factors: ['password'] });
});

/** Returns the same refusal for an unknown address and a wrong password. */
function wrongCredentials(): Refusal {
  return new Refusal(
    'unauthenticated',
    'session/wrong-credentials',
    "Oops! We couldn't log you in with that e-mail at this time. Please check your email and password and try again.",
  );
}

/** Holds a sign-in whose password was right until a factor confirms it. */
async function askForFactor(services: ServicesFor<'table:write'>, { userId, passwordVersion }: StoredUser) {
  const { table, clock, ids } = services;
  const mfaToken = ids.secret();
  const { challenge, ...offered } = await methodsOf(services, userId);
  const asked = { purpose: 'confirm sign-in', userId, passwordVersion, challenge } as const;
  await commitOne(table, challengeWrite(mfaToken, asked, clock.now()));
  return { mfaToken, ...offered };
}
