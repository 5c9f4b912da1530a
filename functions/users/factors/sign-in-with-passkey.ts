import { Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import type { ServicesFor } from '../../services/context.ts';
import { Id } from '../../api/wire.ts';
import { issueTokens } from '../issue-tokens.ts';
import { recordSuccess } from '../sign-in-guard.ts';
import { findUser, type StoredUser } from '../../records/users/user.ts';
import { tryChallenge, useChallengeWrite } from '../../records/users/challenges.ts';
import { decideByFactor, isResetDue } from '../factor-reset.ts';
import { type Credential, userIdOf } from '../passkeys.ts';
import { factorRoutes } from '../../api/factors.ts';
import { provePasskey, type Proven } from '../verify-proof.ts';

/**
 * A passkey proves its device and, by a fingerprint, a face or a PIN, its user: two factors at once. After a new password
 * it has to be used together with it once, since the new password may answer the theft of the old one.
 */
export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/passkeys/authenticate',
  async (request, services) => {
    const { body, source } = request;
    const { table, clock, log } = services;
    const asked = await tryChallenge(table, body.challengeId, {
      purpose: 'sign in by passkey',
      now: clock.now(),
    });
    const user = await userOf(services, body.assertion);
    const proven = asked && user && (await prove(services, body.assertion, user, asked.challenge));
    if (!proven) {
      log.info('sign-in failed', { userId: user?.userId });
      throw refused();
    }
    const decision = await decideByFactor(services, user, proven.since);
    const tokens = await issueTokens(services, user, request, {
      factors: ['passkey'],
      more: [
        { ...proven.write, otherwise: refused },
        { ...useChallengeWrite(body.challengeId), otherwise: refused },
        ...decision.writes,
      ],
    });
    await recordSuccess(table, clock.now(), user, source);
    await decision.mail();
    return tokens;
  },
);

/** The user that the passkey names, unless their account is disabled or their factors are gone. */
async function userOf(
  { table, clock }: ServicesFor<'table:read'>,
  assertion: Credential,
): Promise<StoredUser | null> {
  const userId = userIdOf(assertion);
  const user = Id.safeParse(userId).success ? await findUser(table, userId ?? '') : null;
  return user?.active && !isResetDue(user, clock.now()) ? user : null;
}

async function prove(
  services: ServicesFor<'table:write'>,
  assertion: Credential,
  { userId, passwordVersion }: StoredUser,
  challenge: string,
): Promise<Proven | null> {
  try {
    const { passkey, ...proven } = await provePasskey(services, assertion, { userId, challenge });
    return passkey.passwordVersion === passwordVersion ? proven : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** The same words for an unknown passkey, one that was removed, and an answer to another challenge. */
const refused = (): Refusal =>
  new Refusal(
    'unauthenticated',
    'session/wrong-passkey',
    'This passkey was not accepted. Please try again, or log in with your password first, as after each new password.',
  );
