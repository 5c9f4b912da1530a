import { Refusal } from '../../../domain/refusal.ts';
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
import { newTotp, totpContext } from '../totp.ts';

/** Includes those that wait for their confirmation, which expire. */
const MAX_FACTORS = 20;

type Services = ServicesFor<'table:write' | 'vault'>;

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors',
  async ({ actor, body: { kind, name }, source }, services) => {
    const { table, clock, ids } = services;
    const now = clock.now();
    const user = await readUser(table, actor.userId);
    await throttle(table, now, 'add factor', { who: user.userId, source });
    const factors = await everyFactor(table, user.userId);
    if (factors.length >= MAX_FACTORS) throw tooMany();
    const begun = { factorId: ids.uuid(), userId: user.userId, name, createdAt: now, lastUsedAt: null };
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

type Begun = Pick<StoredFactor, 'factorId' | 'userId' | 'name' | 'createdAt' | 'lastUsedAt'>;

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
  const unknown = { credentialId: '', publicKey: '', counter: 0, transports: [] };
  return { factor: { ...begun, kind: 'passkey', challenge, ...unknown } as const, answer: { options } };
}

const tooMany = (): Refusal =>
  new Refusal(
    'conflict',
    'factor/too-many',
    'You have as many factors as an account can have. Please remove one first.',
  );
