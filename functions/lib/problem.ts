/** RFC 9457 problems: how every "no" and every failure looks on the wire. */
import type * as z from 'zod';
import { Refusal, type RefusalKind } from '../../domain/refusal.ts';
import { VendorFailure } from './vendor-failure.ts';

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The refusal's stable code. */
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly requestId: string;
}

/** The only place where a kind becomes a status. */
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

const CALM = 'Something went wrong. Please try again later.';

/** The problem that tells of an error; of an unexpected one it tells nothing. */
export function problemOf(error: unknown, requestId: string): Problem {
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
  return { title: 'Internal error', status: 500, detail: CALM, requestId };
}

/** An answer grows no larger than that, however wrong the request. */
const MOST_ISSUES = 50;

/** A schema's complaints, the first of them, as the refusal that names each field, nested ones with dots. */
export function invalidInput(error: z.ZodError): Refusal {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues.slice(0, MOST_ISSUES)) {
    const field = issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
    (fields[field] ??= []).push(issue.message);
  }
  const [first = 'The request is not valid.'] = Object.values(fields).flat();
  return new Refusal('invalid', 'request/invalid', first, fields);
}
