import { Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { recoveryCodeUsed } from '../../services/mail/templates.ts';
import { normaliseEmail } from '../../store/keys.ts';
import type { Table } from '../../store/table.ts';
import { issueTokens } from '../issue-tokens.ts';
import { sendOrQueue } from '../send-or-queue.ts';
import { recordSuccess } from '../sign-in-guard.ts';
import { findUser, type StoredUser } from '../../records/users/user.ts';
import { type Challenge, tryChallenge, useChallengeWrite } from '../../records/users/challenges.ts';
import { keepFactorsWrites } from '../factor-reset.ts';
import { readRecoveryCodes } from '../../records/users/recovery-codes.ts';
import { factorRoutes } from '../../api/factors.ts';
import { verifyProof } from '../verify-proof.ts';

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/authenticate/mfa',
  async (request, services) => {
    const { body, source } = request;
    const { table, clock } = services;
    const { user, challenge } = await passwordProven(table, body.mfaToken, clock.now());
    const asked = { userId: user.userId, source, challenge: challenge.challenge };
    const { factor, write } = await verifyProof(services, body, asked);
    const tokens = await issueTokens(services, user, request, {
      factors: ['password', factor],
      more: [
        write,
        { ...useChallengeWrite(body.mfaToken), otherwise: mfaExpired },
        ...keepFactorsWrites(user),
      ],
    });
    await recordSuccess(table, clock.now(), { who: normaliseEmail(user.email), source });
    if (factor === 'recoveryCode') {
      const codes = await readRecoveryCodes(table, user.userId);
      const left = Object.keys(codes?.codes ?? {}).length;
      await sendOrQueue(services, {
        to: user.email,
        ...recoveryCodeUsed({ givenName: user.givenName, left }),
      });
    }
    return tokens;
  },
);

/**
 * Returns the user whose password was right, after one more try was counted.
 * @throws Refusal `unauthenticated` after five minutes, five tries, a success or a new password.
 */
export async function passwordProven(
  table: Table,
  mfaToken: string,
  now: number,
): Promise<{ readonly user: StoredUser; readonly challenge: Challenge }> {
  const challenge = await tryChallenge(table, mfaToken, { purpose: 'confirm sign-in', now });
  const user = challenge?.userId == null ? null : await findUser(table, challenge.userId);
  const isValid = user?.active === true && user.passwordVersion === challenge?.passwordVersion;
  if (!challenge || !user || !isValid) throw mfaExpired();
  return { user, challenge };
}

const mfaExpired = (): Refusal =>
  new Refusal(
    'unauthenticated',
    'session/mfa-expired',
    'That took too long or too many tries. Please log in again.',
  );
