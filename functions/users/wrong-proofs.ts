/**
 * Wrong second factors since the last new password. Whoever gives them knows the password, so the user is told at the
 * fifth, and after a hundred none is accepted until there is a new password.
 */
import { Refusal } from '../../domain/refusal.ts';
import { digest } from '../lib/digest.ts';
import { readUser } from '../records/users/user.ts';
import type { ServicesFor } from '../services/context.ts';
import { wrongFactors } from '../services/mail/templates.ts';
import { keys } from '../store/keys.ts';
import { commitOne, tryCommitOne } from '../store/table.ts';
import { sendNotice } from './send-notice.ts';

const TOLD_AT = 5;
const MOST = 100;

/** Longer than a session lasts, and renewed by each try. */
const KEPT_SECONDS = 365 * 86_400;

/**
 * Counts a try as wrong before it is checked, so that parallel ones gain nothing.
 * @returns how to take it back when it was right
 * @throws Refusal `throttled` after a hundred.
 */
export async function countWrongProof(
  services: ServicesFor<'table:write' | 'mail'>,
  userId: string,
): Promise<{ readonly takeBack: () => Promise<void> }> {
  const { table, clock } = services;
  const user = await readUser(table, userId);
  const key = keys.throttle(digest(`wrong factors\n${userId}\n${user.passwordVersion}`));
  const item = await commitOne(table, {
    update: key,
    set: { ttl: Math.ceil(clock.now() / 1000) + KEPT_SECONDS },
    add: { count: 1 },
    if: { any: ['absent', ['count', '<', MOST]] },
    otherwise: tooManyWrong,
  });
  if (item?.['count'] === TOLD_AT) await sendNotice(services, { to: user.email, ...wrongFactors(user) });
  return {
    takeBack: async () => {
      await tryCommitOne(table, { update: key, add: { count: -1 }, if: ['count', '>', 0] });
    },
  };
}

const tooManyWrong = (): Refusal =>
  new Refusal(
    'throttled',
    'factor/too-many-wrong',
    'Too many wrong second factors. Please set a new password by “Forgot your password?” first.',
  );
