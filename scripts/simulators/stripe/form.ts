import { parse } from 'qs';
import * as z from 'zod';
import { badRequest } from './api-error.ts';

/** A decoded form: text, lists and objects. */
export type FormObject = Readonly<Record<string, unknown>>;

/** Parses a query or a form-encoded body with brackets: `items[0][price]=x` is `{ items: [{ price: 'x' }] }`. */
export const parseForm = (encoded: string): FormObject =>
  parse(encoded, { depth: 9, arrayLimit: 100, parameterLimit: 1000, duplicates: 'last' });

export const Flag = z.enum(['true', 'false'], 'Invalid boolean').transform((text) => text === 'true');
export const Whole = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
export const Text = z.string().min(1, 'An empty string is not valid here').max(5000);
export const WebAddress = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });

/** At most 50 keys. An empty value removes a key, an empty text all keys. */
export const MetadataParam = z.union([
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((metadata) => Object.keys(metadata).length <= 50, 'At most 50 keys'),
  z.literal('').transform(() => null),
]);
export type MetadataParam = z.infer<typeof MetadataParam>;

/** Merges the sent metadata into the stored one. */
export function mergeMetadata(
  known: Readonly<Record<string, string>>,
  sent: MetadataParam | undefined,
): Record<string, string> {
  if (sent === null) return {};
  return Object.fromEntries(Object.entries({ ...known, ...sent }).filter(([, value]) => value !== ''));
}

/** Validates a form. Throws Stripe's error for the first invalid parameter. */
export function readForm<Params>(schema: z.ZodType<Params>, form: FormObject): Params {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw complaint(result.error.issues[0]);
}

function complaint(issue: z.core.$ZodIssue | undefined): Error {
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? '']);
    return badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = bracketed(path);
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    return badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  return badRequest(`Invalid ${param}: ${issue?.message ?? ''}`, { param });
}

function bracketed([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((key) => `[${key}]`).join('');
}
