/** Whether a service answered with one of these errors. */
export const isNamed = (error: unknown, ...names: readonly string[]): error is Error =>
  error instanceof Error && names.includes(error.name);
