import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { throttle } from '../../access/throttle.ts';
import { memberChanged } from '../../records/tenants/members.ts';
import { readUser } from '../../records/users/user.ts';
import { refuseUnmanageable } from '../../tenants/refuse-unmanageable.ts';
import { factorRoutes } from '../../api/factors.ts';
import { beginReset } from '../factor-reset.ts';

/** For a member who has lost the factors, and the password or the mailbox for the moment. */
export const handler = endpoint(
  factorRoutes,
  'POST /v1/tenants/users/{userId}/factors/reset',
  async ({ actor, member, source }, services) => {
    const { table, clock } = services;
    refuseUnmanageable(actor, member);
    const user = await readUser(table, member.userId);
    if (user.factorCount === 0) throw noFactor();
    const now = clock.now();
    await throttle(table, now, 'reset factors', { who: user.userId, source });
    return beginReset(services, user, { requestedAt: now, actor, more: [], otherwise: memberChanged });
  },
);

const noFactor = (): Refusal =>
  conflict('factor/none', 'This user has no second factor. The password is enough to log in.');
