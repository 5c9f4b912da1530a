/** Parses Xero's answers about bank transactions and manual journals. */
import * as z from 'zod';
import { type ElementResult, elementResult, optionalText, validation, XeroDate } from './answer-parts.ts';
import { unreadable } from './failures.ts';
import type {
  ContentLine,
  DocumentContent,
  XeroTracking,
  FoundDocument,
  FrozenDocument,
  PostedDocument,
} from '../../services/xero/port.ts';

/** A list of documents; `pageCount` is null where Xero gives none. */
interface ListOf<Document> {
  readonly documents: readonly Document[];
  readonly pageCount: number | null;
}

const paging = { pagination: z.looseObject({ pageCount: z.number() }).nullish() };

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

const toCents = (amount: number): number => Math.round(amount * 100);

/** Xero writes a document without a type of its own as `Exclusive`. */
const LineAmountTypes = z.enum(['NoTax', 'Inclusive', 'Exclusive']).default('Exclusive');

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

const Line = z
  .looseObject({
    AccountID: z.string().nullish(),
    AccountCode: optionalText,
    Description: z.string().nullish(),
    TaxType: z.string().nullish(),
    LineAmount: z.number(),
    TaxAmount: z.number().nullish(),
    Tracking: z.array(Tracking).nullish(),
  })
  .transform((found): ContentLine => ({
    accountId: found.AccountID ?? '',
    accountCode: found.AccountCode,
    description: found.Description ?? '',
    taxType: found.TaxType ?? 'BASEXCLUDED',
    cents: toCents(found.LineAmount),
    taxCents: toCents(found.TaxAmount ?? 0),
    tracking: found.Tracking ?? [],
  }));

/** Without a total of Xero's, the lines add up to it, which may be without their GST. */
const totalsOf = (
  lines: readonly ContentLine[],
  lineAmountTypes: DocumentContent['lineAmountTypes'],
  total: number | null | undefined,
): Pick<DocumentContent, 'total' | 'hasGst'> => {
  const isExclusive = lineAmountTypes === 'Exclusive';
  const sum = lines.reduce((all, { cents, taxCents }) => all + cents + (isExclusive ? taxCents : 0), 0);
  return {
    total: total === null || total === undefined ? sum : toCents(total),
    hasGst: lines.some(({ taxCents }) => taxCents !== 0),
  };
};

/** The contents that both kinds of documents have. */
const common = {
  Date: XeroDate,
  Status: z.string().optional(),
  Url: optionalText,
  LineAmountTypes,
};

const commonOf = ({ Date: date, Status, Url, LineAmountTypes: lineAmountTypes }: Common) => ({
  date,
  deleted: isGone(Status),
  url: Url ?? '',
  lineAmountTypes,
});

type Common = z.output<z.ZodObject<typeof common>>;

export const bankTransactionContents = bankTransactions(
  z
    .looseObject({
      ...common,
      BankTransactionID: z.string(),
      Reference: z.string().nullish(),
      IsReconciled: z.boolean().default(false),
      Contact: z.looseObject({ ContactID: z.string(), Name: z.string().nullish() }).nullish(),
      BankAccount: z.looseObject({ AccountID: z.string() }).nullish(),
      Total: z.number().nullish(),
      LineItems: z.array(Line),
    })
    .transform((found): DocumentContent => ({
      ...commonOf(found),
      id: found.BankTransactionID,
      text: found.Reference ?? '',
      reconciled: found.IsReconciled,
      contactId: found.Contact?.ContactID ?? null,
      contact: found.Contact?.Name ?? '',
      bankAccountId: found.BankAccount?.AccountID ?? null,
      ...totalsOf(found.LineItems, found.LineAmountTypes, found.Total),
      lines: found.LineItems,
    })),
);

export const manualJournalContents = manualJournals(
  z
    .looseObject({
      ...common,
      ManualJournalID: z.string(),
      Narration: z.string().nullish(),
      JournalLines: z.array(Line),
    })
    .transform((found): DocumentContent => ({
      ...commonOf(found),
      id: found.ManualJournalID,
      text: found.Narration ?? '',
      reconciled: false,
      contactId: null,
      contact: '',
      bankAccountId: null,
      ...totalsOf(found.JournalLines, found.LineAmountTypes, 0),
      lines: found.JournalLines,
    })),
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
