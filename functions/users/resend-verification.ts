import { endpoint } from '../access/endpoint.ts';
import { throttle } from '../access/throttle.ts';
import { commit } from '../store/table.ts';
import { userRoutes } from '../api/users.ts';
import { readUser } from '../records/users/user.ts';
import { verificationMail } from './verification-mail.ts';

/** Does nothing for a verified address. */
export const handler = endpoint(
  userRoutes,
  'GET /v1/users/verify/resend',
  async ({ actor, source }, services) => {
    const { table, clock, mail } = services;
    const user = await readUser(table, actor.userId);
    if (user.isVerified) return;
    await throttle(table, clock.now(), 'resend', { who: actor.userId, source });
    const { write, letter } = verificationMail(services, user);
    await commit(table, [write]);
    await mail.send(letter);
  },
);
