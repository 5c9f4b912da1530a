import type { FormErrors } from './use-submit.ts';

/** The service names the row at fault; the form shows one message for all rows. */
export function errorUnder(errors: FormErrors, field: string): string | undefined {
  return Object.entries(errors).find(([named]) => named.split('.')[0] === field)?.[1];
}
