/** Wire schemas that many routes share. */
import * as z from 'zod';
import { isCalendarDate } from '../../domain/calendar.ts';
import { isMoney } from '../../domain/money.ts';
import { isText, MAX_TEXT_LENGTH } from '../../domain/text.ts';

const NO_TEXT = 'Please provide a text.';
const TOO_LONG = `Please use at most ${MAX_TEXT_LENGTH} characters.`;
const NOT_PLAIN: Parameters<z.ZodString['refine']>[1] = {
  error: 'Please leave out control and invisible characters.',
  when: ({ issues }) => issues.length === 0,
};

/** Text of 1–255 characters after trimming, without control characters. `missing` is the message for empty text. */
export const text = (missing: string) =>
  z.string(missing).trim().min(1, missing).max(MAX_TEXT_LENGTH, TOO_LONG).refine(isText, NOT_PLAIN);

export const Text = text(NO_TEXT);

/** The same as `Text`, or empty. */
export const TextOrNone = z
  .string(NO_TEXT)
  .trim()
  .max(MAX_TEXT_LENGTH, TOO_LONG)
  .refine((value) => value === '' || isText(value), NOT_PLAIN);

/** Text that is compared as it is given, such as a token. `missing` is the message for any other. */
export const opaque = (missing: string, most: number) => z.string(missing).min(1, missing).max(most, missing);

const CHOOSE_ACCOUNT = 'Please choose an account.';

/** The id of a ledger account in Xero. */
export const AccountId = z.string(CHOOSE_ACCOUNT).trim().min(1, CHOOSE_ACCOUNT).max(100, CHOOSE_ACCOUNT);

const CHOOSE_TAX_RATE = 'Please choose a tax rate.';

/** A tax type by Xero's code. The rates of the linked organisation say which ones there are. */
export const TaxTypeText = z.string(CHOOSE_TAX_RATE).min(1, CHOOSE_TAX_RATE).max(50, CHOOSE_TAX_RATE);

export const Id = z.uuid('Please provide an id.');

export const RequestedFile = z.object({
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Percent. */
  progress: z.number(),
  /** Downloads the file within a minute; null until it is done. */
  url: z.string().nullable(),
});

export const Flag = z.boolean('Please provide true or false.');

/** A flag in a query. */
export const FlagText = z.stringbool('Please provide true or false.');

/** Dollars with at most two decimals. */
export const Money = z
  .number('Please provide an amount.')
  .refine(isMoney, 'Please provide an amount with at most two decimals.');

/** A calendar date, `YYYY-MM-DD`. */
export const DateText = z
  .string('Please provide a date as YYYY-MM-DD.')
  .refine(isCalendarDate, 'Please provide a date as YYYY-MM-DD.');

/** A number of a query from 1 to `most`; `wrong` is the message for any other. */
export const countUpTo = (most: number, wrong: string) =>
  z.coerce.number(wrong).int(wrong).min(1, wrong).max(most, wrong);

/** The page of a list: at most `limit` elements after `cursor`. Without both, the whole list. */
export const Paging = z.object({
  limit: countUpTo(1000, 'Please provide a number from 1 to 1000.').optional(),
  cursor: z.string().min(1).max(2000).optional(),
});

/** A list whose length is checked before its elements, so that a long list costs nothing. */
export function listOf<Element extends z.ZodType>(
  element: Element,
  { missing, most, tooMany }: { readonly missing: string; readonly most: number; readonly tooMany: string },
): z.ZodType<z.output<Element>[], z.input<Element>[]> {
  const list = z.array(element, missing).max(most, tooMany);
  return z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > most) {
      context.addIssue({ code: 'custom', message: tooMany });
      return z.NEVER;
    }
    return value;
  }, list) as unknown as z.ZodType<z.output<Element>[], z.input<Element>[]>;
}

/** The body of a PATCH: at least one of the fields. */
export function somethingOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .partial()
    .refine(
      (fields: Readonly<Record<string, unknown>>) =>
        Object.keys(shape).some((name) => fields[name] !== undefined),
      {
        error: `Please provide at least one of ${Object.keys(shape).join(', ')}.`,
      },
    );
}
