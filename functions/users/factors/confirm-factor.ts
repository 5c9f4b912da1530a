import { invalid, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { throttle } from '../../access/throttle.ts';
import type { ServicesFor } from '../../services/context.ts';
import { factorAdded } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit } from '../../store/table.ts';
import { notMeLink, sendNotice } from '../send-notice.ts';
import { authenticatedWrite } from '../../records/users/sessions.ts';
import { readUser, type StoredUser } from '../../records/users/user.ts';
import {
  confirmFactorWrites,
  type PasskeyFactor,
  readPendingFactor,
  type StoredFactor,
  type TotpFactor,
} from '../../records/users/factors.ts';
import { type Credential, verifyRegistration } from '../passkeys.ts';
import { newRecoveryCodes, recoveryCodesWrite } from '../../records/users/recovery-codes.ts';
import { factorRoutes } from '../../api/factors.ts';
import { stepOfCode, totpContext } from '../totp.ts';
import { wrongCode } from '../verify-proof.ts';

/** The confirmation proves the factor, so it counts as an authentication of this session. */
export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/{factorId}/confirm',
  async ({ actor, params: { factorId }, body, source, now }, services) => {
    const { table, ids } = services;
    const { userId } = actor;
    const factor = await readPendingFactor(table, { userId, factorId }, now);
    await throttle(table, now, 'second factor', { who: `${userId} confirm`, source });
    const facts =
      factor.kind === 'totp'
        ? await totpFacts(services, factor, body.code)
        : await passkeyFacts(services, factor, body.attestation);
    const user = await readUser(table, userId);
    const notMe = notMeLink(services, user);
    const recoveryCodes = user.factorCount === 0 ? newRecoveryCodes(ids) : undefined;
    const { kind, name } = factor;
    await commit(table, [
      ...confirmFactorWrites(user, factor, { ...facts, ...passwordOf(factor, user) }, now),
      notMe.write,
      ...(recoveryCodes ? [recoveryCodesWrite(userId, recoveryCodes, now)] : []),
      authenticatedWrite(actor, ['password', kind], now),
      auditEntry({ actor, action: 'factor/add', subject: factorId, at: now, detail: { kind, name } }),
    ]);
    await sendNotice(services, {
      to: user.email,
      ...factorAdded({ ...user, kind, name, link: notMe.link }),
    });
    return recoveryCodes ? { recoveryCodes } : {};
  },
);

/** A new passkey signs in alone until the next new password. */
const passwordOf = (
  { kind }: StoredFactor,
  { passwordVersion }: StoredUser,
): { readonly passwordVersion?: number } => (kind === 'passkey' ? { passwordVersion } : {});

async function totpFacts(
  { vault, clock }: ServicesFor<'vault:totp'>,
  { userId, factorId, sealedSecret }: TotpFactor,
  code: string | undefined,
): Promise<{ lastStep: number }> {
  if (code === undefined) {
    throw invalid('code', 'factor/no-proof', 'Please provide the six digits that your app shows.');
  }
  const secret = await vault.open(sealedSecret, totpContext(userId, factorId));
  const lastStep = await stepOfCode(code, { secret, afterStep: 0, now: clock.now() });
  if (lastStep === null) throw wrongCode();
  return { lastStep };
}

async function passkeyFacts(
  services: ServicesFor<never>,
  { challenge }: PasskeyFactor,
  attestation: Credential | undefined,
) {
  if (attestation === undefined) throw notRegistered();
  const facts = challenge === undefined ? null : await verifyRegistration(services, attestation, challenge);
  if (!facts) throw notRegistered();
  return facts;
}

const notRegistered = (): Refusal =>
  invalid('attestation', 'factor/wrong-passkey', 'Your passkey could not be added. Please try again.');
