/** Errors of AWS: by their names, and rights that the deploying role lacks as sentences about what is missing. */

/** Whether a service answered with one of these errors. */
export const isNamed = (error: unknown, ...names: readonly string[]): error is Error =>
  error instanceof Error && names.includes(error.name);

const DENIED = /^(AccessDenied|AuthorizationError|NotAuthorized|Unauthorized)/;

/** Returns the sentence for an error that says that a call is not allowed; null for another error. */
export function deniedCall(error: unknown): string | null {
  if (!(error instanceof Error) || !DENIED.test(error.name)) return null;
  const [, call] = /perform:? [`'"]?([\w-]+:\w+)/.exec(error.message) ?? [];
  return `The deploying role may not call ${call ?? `everything that it needs (${error.message})`}.`;
}

/**
 * Returns the problems, or the right that was missing to find them.
 * @throws Error that is no missing right.
 */
export async function orDeniedCall(problems: Promise<string[]>): Promise<string[]> {
  try {
    return await problems;
  } catch (error) {
    const denied = deniedCall(error);
    if (denied === null) throw error;
    return [denied];
  }
}
