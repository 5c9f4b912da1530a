/** What went wrong with a call, and the sentence that the page shows for it. */

/** The catalogue's words for when nothing better is known. */
export const SOMETHING_WENT_WRONG = 'Something went wrong. Please try again later.';
export const UNREACHABLE = 'Paydown can’t be reached right now. Please check your connection and try again.';

/** A refusal as the wire has it (RFC 9457). Everything is optional: a proxy in between may answer too. */
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

/** No answer came, or none of the service's own: offline, or the service is down. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/**
 * The sentence for an error. Xero's own words, a bare "Bad Request" and mistakes of ours tell a bookkeeper
 * nothing, so the fallback stands for them; a validation shows the first message of its last field.
 */
export function messageOf(error: unknown, fallback: string = SOMETHING_WENT_WRONG): string {
  if (error instanceof Unreachable) return UNREACHABLE;
  if (!(error instanceof ApiError) || error.status === 500) return fallback;
  const { title, detail, errors = {} } = error.problem;
  if (title === 'Xero-Api' || title === 'Bad Request') return fallback;
  if (title === 'Error-Validation') return Object.values(errors).at(-1)?.[0] ?? detail ?? fallback;
  return detail ?? title ?? fallback;
}

/** The messages of a validation by field, the first of each; empty for any other error. */
export function fieldMessages(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const fields = Object.entries(error.problem.errors ?? {});
  return Object.fromEntries(fields.map(([field, [message = '']]) => [field, message]));
}

/** Whether Xero gives us no access any more: only its user can mend that, by consenting again. */
export function isXeroDisconnected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 502 && error.problem.title === 'Xero';
}

/** Whether the session is over: the login page tells it, nothing else needs to. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
