import type { ServicesFor } from '../services/context.ts';
import type { Mail } from '../services/mail/port.ts';

/**
 * Sends a mail after its action is complete. A failure does not reach the caller, who could not repeat the action: the
 * queue's worker sends the mail later.
 */
export async function sendOrQueue(
  { mail, queue, ids, log }: Pick<ServicesFor<'mail' | 'queue'>, 'mail' | 'queue' | 'ids' | 'log'>,
  letter: Parameters<Mail['send']>[0],
): Promise<void> {
  try {
    await mail.send(letter);
  } catch (error) {
    log.info('mail was not sent at once', { error });
    const id = ids.uuid();
    // A group of its own, so that no mail waits for another.
    await queue.send([{ group: id, id, body: letter }]).catch((cause: unknown) => {
      log.error('mail was lost', { error: cause });
    });
  }
}
