/** Refusals and failures on the wire, as problems by RFC 9457. */
import type * as z from 'zod';
import { Refusal, type RefusalKind } from '../../domain/refusal.ts';
import { TableUnavailable } from '../store/table.ts';
import { VendorFailure } from '../lib/vendor-failure.ts';

export interface ProblemDetails {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The refusal's stable code. */
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string;
}

/** The status of each kind of refusal. Nothing else maps kinds to statuses. */
export const STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  throttled: 429,
} satisfies Record<RefusalKind, number>;

const TITLE = {
  invalid: 'Error-Validation',
  unauthenticated: 'Unauthorised',
  forbidden: 'Forbidden',
  'not-found': 'Not found',
  conflict: 'Conflict',
  'too-large': 'Request too large',
  throttled: 'Too many requests',
} satisfies Record<RefusalKind, string>;

const GENERIC_ERROR = 'Something went wrong. Please try again later.';
const UNAVAILABLE = 'Paydown is very busy right now. Please try again in a moment.';

const TOOK_TOO_LONG =
  'This takes longer than expected. Please reload the page to see what is done, then try again.';

/** The function's time is over. The work may be done. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Returns the problem for an error. An unexpected error reveals no details. */
export function problemOf(error: unknown, requestId: string): ProblemDetails {
  if (error instanceof Refusal) {
    return {
      title: TITLE[error.kind],
      status: STATUS[error.kind],
      detail: error.message,
      code: error.code,
      ...(error.fields ? { errors: error.fields } : {}),
      requestId,
    };
  }
  if (error instanceof VendorFailure) {
    return { title: error.title, status: error.status, detail: error.message, requestId };
  }
  if (error instanceof TableUnavailable) {
    return { title: 'Unavailable', status: 503, detail: UNAVAILABLE, requestId };
  }
  if (error instanceof TookTooLong) {
    return { title: 'Unavailable', status: 503, detail: TOOK_TOO_LONG, requestId };
  }
  return { title: 'Internal error', status: 500, detail: GENERIC_ERROR, requestId };
}

/** Bounds the answer, however many issues the request has. */
const MAX_ISSUES = 50;

/** Returns the refusal for a schema's first issues. It names each field, nested fields with dots. */
export function invalidInput(error: z.ZodError): Refusal {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
    (fields[field] ??= []).push(messageOf(issue));
  }
  const [first = 'The request is not valid.'] = Object.values(fields).flat();
  return new Refusal('invalid', 'request/invalid', first, fields);
}

/** The schema's own message; a plain one for a value of another type that it has none for. */
const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `Please provide a value of the type ${issue.expected}.`
    : issue.message;
