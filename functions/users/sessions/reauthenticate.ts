import { endpoint } from '../../access/endpoint.ts';
import type { SignedIn } from '../../access/actor.ts';
import { throttle } from '../../access/throttle.ts';
import type { ServicesFor } from '../../services/context.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit, type Write } from '../../store/table.ts';
import { sessionChallenge, tryChallenge, useChallengeWrite } from '../../records/users/challenges.ts';
import { type GivenProof, verifyProof } from '../verify-proof.ts';
import type { Factor } from '../../records/users/live-session.ts';
import { requirePassword } from '../require-password.ts';
import { authenticatedWrite } from '../../records/users/sessions.ts';
import { readUser } from '../../records/users/user.ts';
import { sessionRoutes } from '../../api/sessions.ts';

export const handler = endpoint(
  sessionRoutes,
  'POST /v1/users/reauthenticate',
  async ({ actor, body, source, now }, services) => {
    const { table } = services;
    const user = await readUser(table, actor.userId);
    const isByPassword = user.factorCount === 0;
    if (isByPassword) {
      await throttle(table, now, 'reauthenticate', { who: actor.familyId, source });
      await requirePassword(user, body.password, 'password');
    }
    const { factors, writes } = isByPassword
      ? { factors: ['password'] as const, writes: [] }
      : await byFactor(services, body, actor, source);
    await commit(table, [
      authenticatedWrite(actor, factors, now),
      ...writes,
      auditEntry({
        actor,
        action: 'user/reauthenticate',
        subject: user.userId,
        at: now,
        detail: { factors: factors.join(', ') },
      }),
    ]);
  },
);

async function byFactor(
  services: ServicesFor<'table:write' | 'vault:totp' | 'mail'>,
  proof: GivenProof,
  { userId, sessionId, familyId }: SignedIn,
  source: string,
): Promise<{ factors: readonly Factor[]; writes: readonly Write[] }> {
  const { table, clock } = services;
  const secret = sessionChallenge(sessionId);
  const purpose = { purpose: 'reauthenticate', now: clock.now() } as const;
  const asked = proof.assertion === undefined ? null : await tryChallenge(table, secret, purpose);
  const challenge = asked?.userId === userId ? asked.challenge : null;
  const { factor, write } = await verifyProof(services, proof, {
    userId,
    source,
    tries: familyId,
    challenge,
  });
  return { factors: ['password', factor], writes: [write, ...(asked ? [useChallengeWrite(secret)] : [])] };
}
