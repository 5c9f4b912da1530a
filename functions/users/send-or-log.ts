import type { ServicesFor } from '../lib/context.ts';
import type { Mail } from '../services/mail/port.ts';

/** Sends what follows from something done already: a mail that fails doesn't undo it, and tells the caller nothing. */
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
