import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { sessionEnded } from '../lib/tokens.ts';
import { auditEntry } from '../store/audit.ts';
import { commit, WriteRefused } from '../store/table.ts';
import { hashPassword } from './password-hash.ts';
import { requirePassword } from './require-password.ts';
import { userRoutes } from './routes.ts';
import { keepSessionWrite } from './session-store.ts';
import { passwordWrite, readUser } from './user-store.ts';

export const handler = endpoint(
  userRoutes,
  'PUT /v1/users/password',
  async ({ actor, body, source }, { table, clock, ids }) => {
    await throttle(table, clock.now(), 'change password', { who: actor.userId, source });
    const user = await readUser(table, actor.userId);
    await requirePassword(user, body.Password, 'Password');
    try {
      await commit(table, [
        passwordWrite(user, await hashPassword(body.NewPassword, ids)),
        keepSessionWrite(user, actor.sessionId),
        auditEntry({ actor, action: 'user/change-password', subject: user.userId, at: clock.now() }),
      ]);
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      if (error.failed(1)) throw sessionEnded();
      throw new Refusal('conflict', 'user/changed', 'Your password has just been changed.');
    }
  },
);
