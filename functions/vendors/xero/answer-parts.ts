/** The parts of Xero's answers: elements that may be refused or unreadable, texts, dates and instants. */
import * as z from 'zod';
import { calendarDate } from '../../../domain/calendar.ts';
import { NO_ID } from './failures.ts';

/** A list without the elements that could not be read; `leftOut` says what is wrong with each of those. */
export interface ReadableElements<Element> {
  readonly elements: readonly Element[];
  readonly leftOut: readonly string[];
}

/** Leaves out elements that do not parse, so that one with an unknown class or type does not fail the whole list. */
export function readable<Element>(schema: z.ZodType<Element>) {
  return z.array(z.unknown()).transform((list): ReadableElements<Element> => {
    const parsed = list.map((element) => schema.safeParse(element));
    return {
      elements: parsed.flatMap(({ success, data }) => (success ? [data] : [])),
      leftOut: parsed.flatMap(({ error }) => (error ? [z.prettifyError(error)] : [])),
    };
  });
}

/** Xero writes what is not set as null, as "" or not at all. */
export const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);

/** `/Date(1419897600123+0000)/` as milliseconds since the epoch. */
export const XeroInstant = z
  .string()
  .regex(/^\/Date\(-?\d+(\+0000)?\)\/$/)
  .transform((text) => Number.parseInt(text.slice(6), 10));

/** `/Date(1419897600000+0000)/`, midnight UTC of a calendar date, as `2014-12-30`. */
export const XeroDate = XeroInstant.transform((instant) =>
  calendarDate(new Date(instant).toISOString().slice(0, 10)),
);

/** One element of an answer: its value, or Xero's errors. `stored` is its value whatever the errors, if it has an id. */
export interface ElementResult<Value> {
  readonly value: Value | null;
  readonly errors: readonly string[];
  readonly stored: Value | null;
}

export const validation = {
  StatusAttributeString: z.string().nullish(),
  ValidationErrors: z.array(z.looseObject({ Message: z.string() })).nullish(),
};

/** With `summarizeErrors=false` a refused element comes back among the good ones, marked and with its errors. */
function refusals(element: z.infer<z.ZodObject<typeof validation>>): readonly string[] {
  const messages = (element.ValidationErrors ?? []).map((error) => error.Message);
  if (messages.length === 0 && element.StatusAttributeString === 'ERROR')
    return ['Xero refused the document.'];
  return messages;
}

export function elementResult<Value>(
  element: z.infer<z.ZodObject<typeof validation>>,
  id: string | undefined,
  value: (id: string) => Value,
): ElementResult<Value> {
  const errors = refusals(element);
  const stored = id !== undefined && id !== NO_ID ? value(id) : null;
  return { value: errors.length === 0 ? stored : null, errors, stored };
}
