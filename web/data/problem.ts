/** Failures of calls, and the sentences that pages show for them. */

/** The specified text for failures without a better one. */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again later.';
export const UNREACHABLE = 'Paydown can’t be reached. Check your connection and try again.';

/** A problem on the wire (RFC 9457). All fields are optional, since a proxy may answer too. */
export interface Problem {
  readonly title?: string;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The service answered with a status of 400 or above. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly problem: Problem;

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title ?? `Status ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

/** No answer arrived, or none of the service's own: the browser is offline or the service is down. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/**
 * Returns the sentence for an error. Xero's own words, a bare "Bad Request" and internal errors tell a bookkeeper
 * nothing, so the fallback replaces them; a validation shows the first message of its last field.
 */
export function messageOf(error: unknown, fallback: string = SOMETHING_WENT_WRONG): string {
  if (error instanceof Unreachable) return UNREACHABLE;
  if (!(error instanceof ApiError) || error.status === 500) return fallback;
  const { title, detail, errors = {} } = error.problem;
  if (title === 'Xero-Api' || title === 'Bad Request') return fallback;
  if (title === 'Error-Validation') return Object.values(errors).at(-1)?.[0] ?? detail ?? fallback;
  return detail ?? title ?? fallback;
}

/** Returns the first message of each field of a validation; empty for any other error. */
export function fieldMessages(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const fields = Object.entries(error.problem.errors ?? {});
  return Object.fromEntries(fields.map(([field, [message = '']]) => [field, message]));
}

/** Whether Xero has revoked the access, which only a new authorisation restores. */
export function isXeroDisconnected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && error.problem.title === 'Xero';
}

/** Whether the session has ended, which the login page reports. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
