import { Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { recoveryCodeUsed } from '../../services/mail/templates.ts';
import type { ServicesFor } from '../../services/context.ts';
import { commit, type Table } from '../../store/table.ts';
import { issueTokens } from '../issue-tokens.ts';
import { notMeLink, sendNotice } from '../send-notice.ts';
import { recordSuccess } from '../sign-in-guard.ts';
import { findUser, type StoredUser } from '../../records/users/user.ts';
import { type Challenge, tryChallenge, useChallengeWrite } from '../../records/users/challenges.ts';
import { decideByFactor } from '../factor-reset.ts';
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
    const { userId, passwordVersion, mailboxProvenAt } = user;
    // A thief of the password uses up its tries, until the owner answers a mail.
    const tries = `${userId} ${mailboxProvenAt}`;
    const asked = { userId, source, tries, challenge: challenge.challenge, passwordVersion };
    const { factor, since, write } = await verifyProof(services, body, asked);
    const decision = await decideByFactor(services, user, since);
    const tokens = await issueTokens(services, user, request, {
      factors: ['password', factor],
      more: [write, { ...useChallengeWrite(body.mfaToken), otherwise: mfaExpired }, ...decision.writes],
    });
    await recordSuccess(table, clock.now(), user, source);
    await decision.mail();
    if (factor === 'recoveryCode') await mailCodeUsed(services, user);
    return tokens;
  },
);

async function mailCodeUsed(services: ServicesFor<'table:write' | 'mail'>, user: StoredUser): Promise<void> {
  const codes = await readRecoveryCodes(services.table, user.userId);
  const left = Object.keys(codes?.codes ?? {}).length;
  const { write, link } = notMeLink(services, user);
  await commit(services.table, [write]);
  await sendNotice(services, { to: user.email, ...recoveryCodeUsed({ ...user, left, link }) });
}

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
