import type { ServicesFor } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';

/** Sends a mail after its action is complete. A failure is logged, since the caller could not repeat the action. */
export async function sendNotice(
  { mail, log }: Pick<ServicesFor<'mail'>, 'mail' | 'log'>,
  letter: Parameters<Mail['send']>[0],
): Promise<void> {
  await mail.send(letter).catch((cause: unknown) => log.error('mail was lost', { error: cause }));
}
