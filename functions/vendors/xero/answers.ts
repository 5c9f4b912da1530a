/** Parses Xero's answers into the port's types. Only the fields that are used are read. */
import * as z from 'zod';
import { calendarDate, daysInMonth } from '../../../domain/calendar.ts';
import { laterLockDate } from '../../../domain/contract/selection.ts';
import { NO_ID, unreadable } from './failures.ts';
import type {
  AccountClass,
  DocumentContent,
  DocumentLine,
  FoundDocument,
  FrozenDocument,
  PostedDocument,
  ListedConnection,
  XeroAccount,
  XeroContact,
  XeroOrganisation,
  XeroTaxRate,
  XeroTenantId,
} from '../../services/xero/port.ts';

/** A list without the elements that could not be read; `leftOut` says what is wrong with each of those. */
export interface ReadableElements<Element> {
  readonly elements: readonly Element[];
  readonly leftOut: readonly string[];
}

/** Leaves out elements that do not parse, so that one with an unknown class or type does not fail the whole list. */
function readable<Element>(schema: z.ZodType<Element>) {
  return z.array(z.unknown()).transform((list): ReadableElements<Element> => {
    const parsed = list.map((element) => schema.safeParse(element));
    return {
      elements: parsed.flatMap(({ success, data }) => (success ? [data] : [])),
      leftOut: parsed.flatMap(({ error }) => (error ? [z.prettifyError(error)] : [])),
    };
  });
}

/** Xero writes what is not set as null, as "" or not at all. */
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || null);

/** `/Date(1419897600000+0000)/`, midnight UTC of a calendar date, as `2014-12-30`. */
const XeroDate = z
  .string()
  .regex(/^\/Date\(-?\d+(\+0000)?\)\/$/)
  .transform((text) => calendarDate(new Date(Number.parseInt(text.slice(6), 10)).toISOString().slice(0, 10)));

/** `/Date(1419897600123+0000)/` as milliseconds since the epoch. */
const XeroInstant = z
  .string()
  .regex(/^\/Date\(-?\d+(\+0000)?\)\/$/)
  .transform((text) => Number.parseInt(text.slice(6), 10));

/** One element of an answer: its value, or Xero's errors. `stored` is its value whatever the errors, if it has an id. */
export interface ElementResult<Value> {
  readonly value: Value | null;
  readonly errors: readonly string[];
  readonly stored: Value | null;
}

const validation = {
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

function elementResult<Value>(
  element: z.infer<z.ZodObject<typeof validation>>,
  id: string | undefined,
  value: (id: string) => Value,
): ElementResult<Value> {
  const errors = refusals(element);
  const stored = id !== undefined && id !== NO_ID ? value(id) : null;
  return { value: errors.length === 0 ? stored : null, errors, stored };
}

const Organisation = z
  .looseObject({
    Name: z.string(),
    ShortCode: z.string(),
    BaseCurrency: z.string(),
    Version: optionalText,
    PeriodLockDate: XeroDate.nullish(),
    EndOfYearLockDate: XeroDate.nullish(),
    FinancialYearEndDay: z.number().nullish(),
    FinancialYearEndMonth: z.number().nullish(),
  })
  .transform((found): XeroOrganisation => {
    const { FinancialYearEndDay: day, FinancialYearEndMonth: month } = found;
    return {
      name: found.Name,
      shortCode: found.ShortCode,
      baseCurrency: found.BaseCurrency,
      edition: found.Version,
      lockDate: laterLockDate(found.PeriodLockDate ?? null, found.EndOfYearLockDate ?? null),
      financialYearEnd: day && month ? { month, day: Math.min(day, daysInMonth(2000, month)) } : null,
    };
  });

export const organisationsAnswer = z
  .looseObject({ Organisations: z.array(Organisation) })
  .transform((answer) => answer.Organisations);

const Action = z.looseObject({ Name: z.string(), Status: z.string() });

export const actionsAnswer = z
  .looseObject({ Actions: readable(Action) })
  .transform(({ Actions: { elements, leftOut } }): ReadableElements<readonly [string, boolean]> => ({
    elements: elements.map(({ Name, Status }) => [Name, Status !== 'NOT-ALLOWED']),
    leftOut,
  }));

const CLASSES = ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY', 'REVENUE'] as const satisfies AccountClass[];

const Account = z
  .looseObject({
    AccountID: z.string(),
    Code: optionalText,
    Name: z.string(),
    Class: z.enum(CLASSES),
    Type: z.string(),
    TaxType: optionalText,
    SystemAccount: optionalText,
    CurrencyCode: optionalText,
    Status: z.string(),
  })
  .transform((found): XeroAccount => ({
    id: found.AccountID,
    code: found.Code,
    name: found.Name,
    class: found.Class,
    type: found.Type,
    taxType: found.TaxType,
    systemAccount: found.SystemAccount,
    currency: found.CurrencyCode,
    active: found.Status === 'ACTIVE',
  }));

export const accountsAnswer = z
  .looseObject({ Accounts: readable(Account) })
  .transform((answer) => answer.Accounts);

const TaxRate = z
  .looseObject({
    TaxType: z.string(),
    Name: z.string(),
    Status: z.string(),
    EffectiveRate: z.number(),
    CanApplyToAssets: z.boolean(),
    CanApplyToEquity: z.boolean(),
    CanApplyToExpenses: z.boolean(),
    CanApplyToLiabilities: z.boolean(),
    CanApplyToRevenue: z.boolean(),
  })
  .transform((found): XeroTaxRate => {
    const applies: Record<AccountClass, boolean> = {
      ASSET: found.CanApplyToAssets,
      EQUITY: found.CanApplyToEquity,
      EXPENSE: found.CanApplyToExpenses,
      LIABILITY: found.CanApplyToLiabilities,
      REVENUE: found.CanApplyToRevenue,
    };
    return {
      taxType: found.TaxType,
      name: found.Name,
      rate: found.EffectiveRate,
      classes: CLASSES.filter((each) => applies[each]),
      active: found.Status === 'ACTIVE',
    };
  });

export const taxRatesAnswer = z
  .looseObject({ TaxRates: readable(TaxRate) })
  .transform((answer) => answer.TaxRates);

const Contact = z
  .looseObject({
    ...validation,
    ContactID: z.string().optional(),
    Name: z.string().optional(),
    ContactStatus: z.string().optional(),
    MergedToContactID: optionalText,
  })
  .transform((found): ElementResult<XeroContact> =>
    elementResult(found, found.ContactID, (id) => ({
      id,
      name: found.Name ?? '',
      active: found.ContactStatus === 'ACTIVE',
      mergedInto: found.MergedToContactID,
    })),
  );

export const contactsAnswer = z
  .looseObject({ Contacts: readable(Contact) })
  .transform((answer) => answer.Contacts);

/** One document in an answer: found, created, or refused with its errors. */
export type DocumentResult = ElementResult<FoundDocument>;

const BankTransaction = z
  .looseObject({
    ...validation,
    BankTransactionID: z.string().optional(),
    Reference: z.string().nullish(),
    Status: z.string().optional(),
  })
  .transform((found): DocumentResult =>
    elementResult(found, found.BankTransactionID, (id) => ({
      id,
      text: found.Reference ?? '',
      deleted: isGone(found.Status),
    })),
  );

const ManualJournal = z
  .looseObject({
    ...validation,
    ManualJournalID: z.string().optional(),
    Narration: z.string().nullish(),
    Status: z.string().optional(),
  })
  .transform((found): DocumentResult =>
    elementResult(found, found.ManualJournalID, (id) => ({
      id,
      text: found.Narration ?? '',
      deleted: isGone(found.Status),
    })),
  );

const isGone = (status: string | undefined): boolean => status === 'DELETED' || status === 'VOIDED';

const toCents = (amount: number): number => Math.round(amount * 100);

/** Xero writes a document without a type of its own as `Exclusive`. */
const LineAmountTypes = z.enum(['NoTax', 'Inclusive', 'Exclusive']).default('Exclusive');

const ContentLine = z
  .looseObject({
    AccountID: z.string().nullish(),
    AccountCode: optionalText,
    Description: z.string().nullish(),
    TaxType: z.string().nullish(),
    LineAmount: z.number(),
    TaxAmount: z.number().nullish(),
  })
  .transform((found): DocumentLine & { readonly taxCents: number } => ({
    accountId: found.AccountID ?? '',
    accountCode: found.AccountCode,
    description: found.Description ?? '',
    taxType: found.TaxType ?? 'BASEXCLUDED',
    cents: toCents(found.LineAmount),
    taxCents: toCents(found.TaxAmount ?? 0),
  }));

type ContentLine = z.output<typeof ContentLine>;

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

const linesOf = (lines: readonly ContentLine[]): DocumentLine[] =>
  lines.map(({ taxCents: _tax, ...line }) => line);

const BankTransactionContent = z
  .looseObject({
    BankTransactionID: z.string(),
    Reference: z.string().nullish(),
    Date: XeroDate,
    Status: z.string().optional(),
    IsReconciled: z.boolean().default(false),
    Contact: z.looseObject({ ContactID: z.string(), Name: z.string().nullish() }).nullish(),
    BankAccount: z.looseObject({ AccountID: z.string() }).nullish(),
    Total: z.number().nullish(),
    Url: optionalText,
    UpdatedDateUTC: XeroInstant.nullish(),
    LineAmountTypes,
    LineItems: z.array(ContentLine),
  })
  .transform((found): DocumentContent => ({
    id: found.BankTransactionID,
    text: found.Reference ?? '',
    date: found.Date,
    deleted: isGone(found.Status),
    reconciled: found.IsReconciled,
    contactId: found.Contact?.ContactID ?? null,
    contact: found.Contact?.Name ?? '',
    bankAccountId: found.BankAccount?.AccountID ?? null,
    ...totalsOf(found.LineItems, found.LineAmountTypes, found.Total),
    url: found.Url ?? '',
    updatedAt: found.UpdatedDateUTC ?? null,
    lineAmountTypes: found.LineAmountTypes,
    lines: linesOf(found.LineItems),
  }));

const ManualJournalContent = z
  .looseObject({
    ManualJournalID: z.string(),
    Narration: z.string().nullish(),
    Date: XeroDate,
    Status: z.string().optional(),
    Url: optionalText,
    UpdatedDateUTC: XeroInstant.nullish(),
    LineAmountTypes,
    JournalLines: z.array(ContentLine),
  })
  .transform((found): DocumentContent => ({
    id: found.ManualJournalID,
    text: found.Narration ?? '',
    date: found.Date,
    deleted: isGone(found.Status),
    reconciled: false,
    contactId: null,
    contact: '',
    bankAccountId: null,
    ...totalsOf(found.JournalLines, found.LineAmountTypes, 0),
    url: found.Url ?? '',
    updatedAt: found.UpdatedDateUTC ?? null,
    lineAmountTypes: found.LineAmountTypes,
    lines: linesOf(found.JournalLines),
  }));

export interface ContentsAnswer {
  readonly documents: readonly DocumentContent[];
  readonly pageCount: number | null;
}

const paging = { pagination: z.looseObject({ pageCount: z.number() }).nullish() };

/** A list of documents; `pageCount` is null where Xero tells none. */
export interface DocumentsAnswer {
  readonly documents: readonly DocumentResult[];
  readonly pageCount: number | null;
}

export const bankTransactionsAnswer = z
  .looseObject({ BankTransactions: z.array(BankTransaction), ...paging })
  .transform((answer): DocumentsAnswer => ({
    documents: answer.BankTransactions,
    pageCount: answer.pagination?.pageCount ?? null,
  }));

export const manualJournalsAnswer = z
  .looseObject({ ManualJournals: z.array(ManualJournal), ...paging })
  .transform((answer): DocumentsAnswer => ({
    documents: answer.ManualJournals,
    pageCount: answer.pagination?.pageCount ?? null,
  }));

export const bankTransactionContents = z
  .looseObject({ BankTransactions: z.array(BankTransactionContent), ...paging })
  .transform((answer): ContentsAnswer => ({
    documents: answer.BankTransactions,
    pageCount: answer.pagination?.pageCount ?? null,
  }));

export const manualJournalContents = z
  .looseObject({ ManualJournals: z.array(ManualJournalContent), ...paging })
  .transform((answer): ContentsAnswer => ({
    documents: answer.ManualJournals,
    pageCount: answer.pagination?.pageCount ?? null,
  }));

/** Joins an answer to the documents sent: Xero keeps the order. An answer that does not match is an unknown outcome. */
export function postedDocuments(
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

/** `2026-07-09T23:40:30.1833130`, UTC without saying so, as milliseconds since the epoch. */
const UtcInstant = z
  .string()
  .transform((text) => Date.parse(`${text.replace(/Z$/, '')}Z`))
  .refine((instant) => Number.isFinite(instant), 'Not an instant');

const Connection = z
  .looseObject({
    id: z.string(),
    tenantId: z.string(),
    tenantType: z.string(),
    tenantName: z.string(),
    updatedDateUtc: UtcInstant,
  })
  .transform((found) => ({
    connection: {
      connectionId: found.id,
      tenantId: found.tenantId as XeroTenantId,
      name: found.tenantName,
      updatedAt: found.updatedDateUtc,
    },
    isOrganisation: found.tenantType === 'ORGANISATION',
  }));

/** The connections to organisations; a connected practice has no books of its own. */
export const connectionsAnswer = readable(Connection).transform(
  ({ elements, leftOut }): ReadableElements<ListedConnection> => ({
    elements: elements.filter(({ isOrganisation }) => isOrganisation).map(({ connection }) => connection),
    leftOut,
  }),
);
