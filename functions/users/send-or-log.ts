import type { ServicesFor } from '../lib/context.ts';
import type { Mail } from '../services/mail/port.ts';

/** Sends a mail after its action is complete. A failure is logged and doesn't reach the caller. */
export async function sendOrLog(
  { mail, log }: Pick<ServicesFor<'mail'>, 'mail' | 'log'>,
  letter: Parameters<Mail['send']>[0],
): Promise<void> {
  try {
    await mail.send(letter);
  } catch (error) {
    log.error('mail was not sent', { error });
  }
}
