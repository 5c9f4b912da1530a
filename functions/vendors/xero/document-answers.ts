/** Parses Xero's answers about bank transactions and manual journals. */
import * as z from 'zod';
import { type ElementResult, elementResult, optionalText, validation } from './answer-parts.ts';
import { unreadable } from './failures.ts';
import { type CalendarDate, isCalendarDate } from '../../../domain/calendar.ts';
import type {
  ContentLine,
  DocumentContent,
  XeroTracking,
  FoundDocument,
  FrozenDocument,
  PostedDocument,
  UnreadableDocument,
} from '../../services/xero/port.ts';

/** A list of documents; `pageCount` is null where Xero gives none. */
export interface ListOf<Document> {
  readonly documents: readonly Document[];
  readonly pageCount: number | null;
}

export const paging = { pagination: z.looseObject({ pageCount: z.number() }).nullish() };

const bankTransactions = <Document>(document: z.ZodType<Document>) =>
  z
    .looseObject({ BankTransactions: z.array(document), ...paging })
    .transform(({ BankTransactions: documents, pagination }): ListOf<Document> => ({
      documents,
      pageCount: pagination?.pageCount ?? null,
    }));

const manualJournals = <Document>(document: z.ZodType<Document>) =>
  z
    .looseObject({ ManualJournals: z.array(document), ...paging })
    .transform(({ ManualJournals: documents, pagination }): ListOf<Document> => ({
      documents,
      pageCount: pagination?.pageCount ?? null,
    }));

/** One document in an answer: found, created, or refused with its errors. */
export type DocumentResult = ElementResult<FoundDocument>;

export type DocumentsAnswer = ListOf<DocumentResult>;

const isGone = (status: string | undefined): boolean => status === 'DELETED' || status === 'VOIDED';

export const bankTransactionsAnswer = bankTransactions(
  z
    .looseObject({
      ...validation,
      BankTransactionID: z.string().optional(),
      Reference: z.string().nullish(),
      Status: z.string().optional(),
    })
    .transform((found) =>
      elementResult(found, found.BankTransactionID, (id) => ({
        id,
        text: found.Reference ?? '',
        deleted: isGone(found.Status),
      })),
    ),
);

export const manualJournalsAnswer = manualJournals(
  z
    .looseObject({
      ...validation,
      ManualJournalID: z.string().optional(),
      Narration: z.string().nullish(),
      Status: z.string().optional(),
    })
    .transform((found) =>
      elementResult(found, found.ManualJournalID, (id) => ({
        id,
        text: found.Narration ?? '',
        deleted: isGone(found.Status),
      })),
    ),
);

export const toCents = (amount: number): number => Math.round(amount * 100);

/** Xero writes a document without a type of its own as `Exclusive`; a type that is unknown counts so too. */
const LineAmountTypes = z.enum(['NoTax', 'Inclusive', 'Exclusive']).catch('Exclusive');

/** An amount, which some documents have as a text. */
export const Amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish();

const Tracking = z
  .looseObject({
    TrackingCategoryID: optionalText,
    TrackingOptionID: optionalText,
    Name: optionalText,
    Option: optionalText,
  })
  .transform((found): XeroTracking => ({
    categoryId: found.TrackingCategoryID ?? '',
    optionId: found.TrackingOptionID ?? '',
    name: found.Name ?? '',
    option: found.Option ?? '',
  }));

/** A line without an amount is a line of words. */
const Line = z
  .looseObject({
    AccountID: z.string().nullish(),
    AccountCode: optionalText,
    Description: z.string().nullish(),
    TaxType: z.string().nullish(),
    LineAmount: Amount,
    UnitAmount: Amount,
    Quantity: Amount,
    TaxAmount: Amount,
    Tracking: z.array(Tracking).nullish(),
  })
  .transform((found): ContentLine & { readonly isWhole: boolean } => {
    const computed = found.UnitAmount == null ? null : found.UnitAmount * (found.Quantity ?? 1);
    const amount = found.LineAmount ?? computed;
    const hasAccount = Boolean(found.AccountID ?? found.AccountCode);
    return {
      accountId: found.AccountID ?? '',
      accountCode: found.AccountCode,
      description: found.Description ?? '',
      taxType: found.TaxType ?? 'BASEXCLUDED',
      cents: toCents(amount ?? 0),
      taxCents: toCents(found.TaxAmount ?? 0),
      tracking: found.Tracking ?? [],
      isWhole: amount !== null || !hasAccount,
    };
  });

const Lines = z
  .array(Line)
  .nullish()
  .transform((lines) => lines ?? []);

type Lines = z.output<typeof Lines>;

const withoutMark = (lines: Lines): ContentLine[] => lines.map(({ isWhole: _mark, ...line }) => line);

/** Without a total of Xero's, the lines add up to it, which may be without their GST; null where they are not whole. */
function totalOf(
  lines: Lines,
  lineAmountTypes: DocumentContent['lineAmountTypes'],
  total: number | null | undefined,
): number | null {
  if (total != null) return toCents(total);
  if (lines.length === 0 || lines.some(({ isWhole }) => !isWhole)) return null;
  const isExclusive = lineAmountTypes === 'Exclusive';
  return lines.reduce((all, { cents, taxCents }) => all + cents + (isExclusive ? taxCents : 0), 0);
}

const isTaxed = (lines: Lines): boolean => lines.some(({ taxCents }) => taxCents !== 0);

/** The contents that both kinds of documents have. */
const common = {
  Date: z.string().nullish(),
  DateString: z.string().nullish(),
  Status: z.string().nullish(),
  Url: optionalText,
  LineAmountTypes,
};

const commonOf = ({ Status, Url, LineAmountTypes: lineAmountTypes }: Common) => ({
  deleted: isGone(Status ?? undefined),
  url: Url ?? '',
  lineAmountTypes,
});

type Common = z.output<z.ZodObject<typeof common>>;

/** An element of a list: readable, or not, with why. */
export type ReadOrNot<Document> = { readonly value: Document } | UnreadableDocument;

export type LenientList<Document> = ListOf<ReadOrNot<Document>>;

/** The readable fields of any element. */
const Facts = z.looseObject({
  Type: z.string().optional().catch(undefined),
  Status: z.string().optional().catch(undefined),
  Date: z.string().nullish().catch(null),
  DateString: z.string().nullish().catch(null),
  Total: Amount.catch(null),
  BankAmount: Amount.catch(null),
  BankAccount: z.looseObject({ AccountID: z.string().optional() }).nullish().catch(null),
  Account: z.looseObject({ AccountID: z.string().optional() }).nullish().catch(null),
  Reference: z.string().nullish().catch(null),
  Narration: z.string().nullish().catch(null),
  Contact: z.looseObject({ Name: z.string().optional() }).nullish().catch(null),
});

/** Thrown by a document that lacks what every reader needs. */
export class Lacking extends Error {}

/**
 * Parses the elements of a list one by one, since others make documents of unexpected shapes: one that can't be
 * read does not fail its page.
 */
export function lenient<Found, Document>(
  idField: string,
  schema: z.ZodType<Found>,
  read: (found: Found) => Document,
): z.ZodType<ReadOrNot<Document>> {
  return z.unknown().transform((element): ReadOrNot<Document> => {
    const parsed = schema.safeParse(element);
    const why = (problem: string): UnreadableDocument => unreadableOf(element, idField, problem);
    if (!parsed.success) return why(z.prettifyError(parsed.error));
    try {
      return { value: read(parsed.data) };
    } catch (error) {
      if (error instanceof Lacking) return why(error.message);
      throw error;
    }
  });
}

function unreadableOf(element: unknown, idField: string, why: string): UnreadableDocument {
  const facts = Facts.safeParse(element).data;
  const id = z.looseObject({ [idField]: z.string() }).safeParse(element).data?.[idField];
  const total = facts?.Total ?? facts?.BankAmount ?? null;
  return {
    id: typeof id === 'string' ? id : '',
    json: JSON.stringify(element),
    why,
    text: facts?.Reference || facts?.Narration || facts?.Contact?.Name || '',
    xeroType: facts?.Type ?? null,
    date: dateIn(facts ?? {}),
    bankAccountId: facts?.BankAccount?.AccountID ?? facts?.Account?.AccountID ?? null,
    total: total === null ? null : toCents(total),
    deleted: isGone(facts?.Status),
  };
}

/** The date in its own offset, else that of the text beside it. */
export function dateIn({
  Date: stamp,
  DateString: text,
}: {
  readonly Date?: string | null | undefined;
  readonly DateString?: string | null | undefined;
}): CalendarDate | null {
  const [, ms, sign, hours = '0', minutes = '0'] =
    /^\/Date\((-?\d+)(?:([+-])(\d\d)(\d\d))?\)\/$/.exec(stamp ?? '') ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  const day =
    ms === undefined ? (text ?? '').slice(0, 10) : new Date(Number(ms) + offset).toISOString().slice(0, 10);
  return isCalendarDate(day) ? day : null;
}

export function dateOf(found: Parameters<typeof dateIn>[0]): CalendarDate {
  const date = dateIn(found);
  if (date === null) throw new Lacking('It has no date.');
  return date;
}

export const bankTransactionContents = bankTransactions(
  lenient(
    'BankTransactionID',
    z.looseObject({
      ...common,
      BankTransactionID: z.string(),
      Type: z.string(),
      Reference: z.string().nullish(),
      IsReconciled: z.boolean().nullish(),
      Contact: z.looseObject({ ContactID: z.string().nullish(), Name: z.string().nullish() }).nullish(),
      BankAccount: z.looseObject({ AccountID: z.string().nullish() }).nullish(),
      Total: Amount,
      LineItems: Lines,
    }),
    (found): DocumentContent => {
      const total = totalOf(found.LineItems, found.LineAmountTypes, found.Total);
      if (total === null) throw new Lacking('It has no total, and its lines are not whole.');
      return {
        ...commonOf(found),
        date: dateOf(found),
        id: found.BankTransactionID,
        xeroType: found.Type,
        text: found.Reference ?? '',
        reconciled: found.IsReconciled === true,
        contactId: found.Contact?.ContactID ?? null,
        contact: found.Contact?.Name ?? '',
        bankAccountId: found.BankAccount?.AccountID ?? null,
        total,
        hasGst: isTaxed(found.LineItems),
        lines: withoutMark(found.LineItems),
      };
    },
  ),
);

export const manualJournalContents = manualJournals(
  lenient(
    'ManualJournalID',
    z.looseObject({
      ...common,
      ManualJournalID: z.string(),
      Narration: z.string().nullish(),
      JournalLines: Lines,
    }),
    (found): DocumentContent => ({
      ...commonOf(found),
      date: dateOf(found),
      id: found.ManualJournalID,
      xeroType: 'MANUAL-JOURNAL',
      text: found.Narration ?? '',
      reconciled: false,
      contactId: null,
      contact: '',
      bankAccountId: null,
      total: 0,
      hasGst: isTaxed(found.JournalLines),
      lines: withoutMark(found.JournalLines),
    }),
  ),
);

/** Joins an answer to the documents sent: Xero keeps the order. An answer that does not match is an unknown outcome. */
export function postedInAnswer(
  sent: readonly FrozenDocument[],
  { documents: answered }: DocumentsAnswer,
): readonly PostedDocument[] {
  if (answered.length !== sent.length)
    throw unreadable(`${sent.length} documents sent, ${answered.length} answered`);
  return sent.map(({ reference }, index): PostedDocument => {
    const result = answered[index];
    if (result === undefined) throw unreadable(`No answer about ${reference}`);
    if (result.errors.length > 0) {
      return { reference, errors: result.errors, ...(result.stored && { storedId: result.stored.id }) };
    }
    if (result.value === null) throw unreadable(`No id for ${reference}`);
    const { id, text } = result.value;
    if (text !== '' && !text.includes(reference))
      throw unreadable(`The answer about ${reference} is about "${text}"`);
    return { reference, id };
  });
}
