import { conflict, Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { throttle } from '../../access/throttle.ts';
import type { ServicesFor } from '../../services/context.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit } from '../../store/table.ts';
import { readUser, type StoredUser } from '../../records/users/user.ts';
import {
  everyFactor,
  pendingFactorWrite,
  type PasskeyFactor,
  type StoredFactor,
} from '../../records/users/factors.ts';
import { registrationOptions } from '../passkeys.ts';
import { factorRoutes } from '../../api/factors.ts';
import { refusingTenants } from '../refusing-tenants.ts';
import { newTotp, totpContext } from '../totp.ts';

/** Includes those that wait for their confirmation, which expire. */
const MAX_FACTORS = 20;

type Services = ServicesFor<'table:write' | 'vault:totp'>;

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors',
  async ({ actor, body: { kind, name }, source, now }, services) => {
    const { table, ids } = services;
    const user = await readUser(table, actor.userId);
    await throttle(table, now, 'add factor', { who: user.userId, source });
    await requireMailbox(services, user);
    const factors = await everyFactor(table, user.userId);
    if (factors.length >= MAX_FACTORS) throw tooMany();
    const begun = {
      factorId: ids.uuid(),
      userId: user.userId,
      name,
      createdAt: now,
      lastUsedAt: null,
      confirmedAt: null,
    };
    const { factor, answer } =
      kind === 'totp'
        ? await beginTotp(services, user, begun)
        : await beginPasskey(services, user, begun, factors);
    await commit(table, [
      pendingFactorWrite(factor, now),
      auditEntry({
        actor,
        action: 'factor/begin',
        subject: factor.factorId,
        at: now,
        detail: { kind, name },
      }),
    ]);
    return { id: factor.factorId, ...answer };
  },
);

/** An answer to a mail counts this long. */
const MAILBOX_MS = 24 * 3_600_000;

/**
 * After the deadline of an organisation the password alone adds no first factor: a thief of the password could. Nor does
 * a mailbox that came by the password alone, unless it came before the deadline or the organisation invited it.
 * @throws Refusal `forbidden` unless the user has answered a mail since yesterday.
 */
async function requireMailbox(services: ServicesFor<'table:read'>, user: StoredUser): Promise<void> {
  const { mailboxProvenAt, passwordAddressSince } = user;
  const refusing = await refusingTenants(services, user);
  if (refusing.length === 0) return;
  const isKnown = refusing.every(
    ({ since, joinedAt }) => (passwordAddressSince ?? 0) <= Math.max(since, joinedAt),
  );
  if (!isKnown) throw mailboxUnknown();
  if ((mailboxProvenAt ?? 0) > services.clock.now() - MAILBOX_MS) return;
  const message =
    'The time to add a second factor is over. Please set a new password by “Forgot your password?” on the login page first, so that we know that it is you.';
  throw new Refusal('forbidden', 'factor/mailbox-first', message);
}

function mailboxUnknown(): Refusal {
  const message =
    'Your email address was changed after a second factor was required. Please use the link in the mail to your earlier address, or ask an Admin to remove you and invite you again.';
  return new Refusal('forbidden', 'factor/mailbox-unknown', message);
}

type Begun = Pick<StoredFactor, 'factorId' | 'userId' | 'name' | 'createdAt' | 'lastUsedAt' | 'confirmedAt'>;

async function beginTotp({ vault }: Services, { email }: StoredUser, begun: Begun) {
  const answer = newTotp(email);
  const sealedSecret = await vault.seal(answer.secret, totpContext(begun.userId, begun.factorId));
  return { factor: { ...begun, kind: 'totp', sealedSecret, lastStep: 0 } as const, answer };
}

async function beginPasskey(
  services: Services,
  user: StoredUser,
  begun: Begun,
  factors: readonly StoredFactor[],
) {
  const passkeys = factors.filter(
    (factor): factor is PasskeyFactor => factor.kind === 'passkey' && factor.credentialId !== '',
  );
  const options = await registrationOptions(services, user, passkeys);
  const { challenge } = options;
  const { passwordVersion } = user;
  const unknown = { credentialId: '', publicKey: '', counter: 0, transports: [], passwordVersion };
  return { factor: { ...begun, kind: 'passkey', challenge, ...unknown } as const, answer: { options } };
}

const tooMany = (): Refusal =>
  conflict('factor/too-many', 'You have as many factors as an account can have. Please remove one first.');
