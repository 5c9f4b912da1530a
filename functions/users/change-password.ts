import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { passwordChanged } from '../services/mail/templates.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { acceptNewPassword, ownWordsOf } from './accepted-password.ts';
import { hashPassword } from './password-hash.ts';
import { requirePassword } from './require-password.ts';
import { userRoutes } from '../api/users.ts';
import { sendNotice } from './send-notice.ts';
import { recordSuccess } from './sign-in-guard.ts';
import { keepSessionWrite } from '../records/users/sessions.ts';
import { passwordWrite, readUser } from '../records/users/user.ts';

export const handler = endpoint(
  userRoutes,
  'PUT /v1/users/password',
  async ({ actor, body, source }, services) => {
    const { table, clock } = services;
    await throttle(table, clock.now(), 'change password', { who: actor.familyId, source });
    const user = await readUser(table, actor.userId);
    await requirePassword(user, body.Password, 'Password');
    const own = await ownWordsOf(table, user);
    await acceptNewPassword(services, body.NewPassword, own, 'NewPassword');
    await commit(table, [
      // First, since a password changed elsewhere has ended this session, and the caller must sign in again.
      keepSessionWrite(user, actor.sessionId),
      passwordWrite(user, await hashPassword(body.NewPassword, services)),
      auditEntry({ actor, action: 'user/change-password', subject: user.userId, at: clock.now() }),
    ]);
    await recordSuccess(table, clock.now(), { ...user, passwordVersion: user.passwordVersion + 1 }, source);
    await sendNotice(services, { to: user.email, ...passwordChanged(user) });
  },
);
