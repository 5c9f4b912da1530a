import * as z from 'zod';
import type { XeroResponse } from './operations.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { UnreadableDocument } from '../../services/xero/port.ts';

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

/**
 * Returns the error that an answer without success stands for. Xero answers a missing scope and a missing role alike:
 * `isScoped` says whether the token carries every scope. A 403 comes for a role and for a lost connection, in words that
 * differ from one report to the next: the session asks which it is.
 */
export function failureOf(answer: XeroResponse, isScoped = false): XeroError {
  const { status } = answer;
  const messages = refusalMessages(answer.body);
  if (status === 401 && isUnscoped(messages)) {
    if (isScoped) return new XeroError('forbidden', { answered: status });
    return new XeroError('unscoped', { answered: status, cause: messages.join(' ') });
  }
  if (status === 401) return new XeroError('unauthorised', { answered: status, cause: messages.join(' ') });
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

const RefusedElements = z.looseObject({
  Elements: z.array(
    z.looseObject({
      BankTransactionID: z.string().nullish(),
      ManualJournalID: z.string().nullish(),
      ValidationErrors: z.array(z.looseObject({ Message: z.string() })).nullish(),
    }),
  ),
});

/** Xero read no document in the body. */
const NothingRead = z.looseObject({ Type: z.enum(['PostDataInvalidException', 'NoDataProcessedException']) });

/**
 * Returns the error that an answer to several documents stands for. Xero may keep the valid ones of a call that it answers
 * with 400, so that is a refusal only if it read none of them, or lists each with an error and without an id.
 */
export function batchFailureOf(answer: XeroResponse, isScoped: boolean, sent: number): XeroError {
  const failure = failureOf(answer, isScoped);
  if (failure.kind !== 'refused' || answer.status !== 400 || sent === 1) return failure;
  if (NothingRead.safeParse(answer.body).success) return failure;
  const elements = RefusedElements.safeParse(answer.body).data?.Elements ?? [];
  const errors = elements.map(({ ValidationErrors }) =>
    (ValidationErrors ?? []).map(({ Message }) => Message),
  );
  const hasId = elements.some(({ BankTransactionID, ManualJournalID }) =>
    [BankTransactionID, ManualJournalID].some((id) => id && id !== NO_ID),
  );
  const isWhole = errors.length === sent && errors.every(({ length }) => length > 0);
  const details = { answered: 400, messages: failure.messages, elements: errors };
  return isWhole && !hasId
    ? new XeroError('refused', details)
    : new XeroError('unavailable', { answered: 400 });
}

/** Xero's id of an element that does not exist. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Returns the error of a success that can't be read: a write may have happened. */
export function unreadable(cause: unknown, document?: UnreadableDocument): XeroError {
  return new XeroError('unavailable', { cause, unreadable: document });
}

const isUnscoped = (messages: readonly string[]): boolean =>
  messages.some((message) => /AuthorizationUnsuccessful|insufficient_scope/i.test(message));

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
