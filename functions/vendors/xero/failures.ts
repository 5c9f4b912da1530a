import * as z from 'zod';
import type { Answer } from './call.ts';
import { XeroError } from '../../services/xero/port.ts';

const RefusalBody = z.looseObject({
  Message: z.string().nullish(),
  Detail: z.string().nullish(),
  Elements: z
    .array(
      z.looseObject({
        ValidationErrors: z.array(z.looseObject({ Message: z.string() })).nullish(),
      }),
    )
    .nullish(),
});

/** Client errors that a server answers without having done anything. */
const NOTHING_DONE = new Set([400, 404, 405, 413, 414, 415, 422]);

/** Returns the error that an answer without success stands for. */
export function failureOf(answer: Answer): XeroError {
  const { status } = answer;
  const messages = refusalMessages(answer.body);
  if ((status === 401 || status === 403) && isUnscoped(messages)) {
    return new XeroError('unscoped', { answered: status, cause: messages.join(' ') });
  }
  if (status === 401 || (status === 403 && isDisconnected(messages))) {
    return new XeroError('unauthorised', { answered: status, cause: messages.join(' ') });
  }
  if (status === 403) return new XeroError('forbidden', { answered: status, messages });
  if (status === 429) {
    const retryAfterSeconds = seconds(answer.headers['retry-after']);
    return new XeroError('throttled', { answered: status, retryAfterSeconds });
  }
  // The key's first use may have posted: its outcome is unknown.
  const keyReused = messages.some((message) => message.startsWith('Idempotency Key:'));
  if (NOTHING_DONE.has(status) && !keyReused) return new XeroError('refused', { answered: status, messages });
  return new XeroError('unavailable', {
    answered: status,
    retryAfterSeconds: seconds(answer.headers['retry-after']),
    cause: messages.join(' '),
  });
}

/** Returns the error of a success that can't be read: a write may have happened. */
export function unreadable(cause: unknown): XeroError {
  return new XeroError('unavailable', { cause });
}

const isUnscoped = (messages: readonly string[]): boolean =>
  messages.some((message) => /AuthorizationUnsuccessful|insufficient_scope/i.test(message));

/** Xero answers 403 both for an organisation that is no longer connected and for a missing permission. */
const isDisconnected = (messages: readonly string[]): boolean =>
  messages.length === 0 || messages.some((message) => /AuthenticationUnsuccessful/i.test(message));

function refusalMessages(body: unknown): readonly string[] {
  const parsed = RefusalBody.safeParse(body);
  if (!parsed.success) return [];
  const { Elements, Message, Detail } = parsed.data;
  const messages = (Elements ?? []).flatMap((element) =>
    (element.ValidationErrors ?? []).map((error) => error.Message),
  );
  if (messages.length > 0) return messages;
  return [Message ?? Detail ?? ''].filter((message) => message !== '');
}

function seconds(header: unknown): number | undefined {
  const value = Number(header);
  return typeof header === 'string' && Number.isFinite(value) ? value : undefined;
}
