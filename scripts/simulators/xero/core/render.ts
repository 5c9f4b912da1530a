/** Renders records as Xero's JSON. */
import { toAmount, totalsOf } from './amounts.ts';
import { find, type Books } from './books.ts';
import { dateString, msDate, msDay } from './dates.ts';
import type {
  AccountRecord,
  BankTransactionRecord,
  ContactRecord,
  DocumentLine,
  JournalRecord,
  TransactionLine,
} from './records.ts';
import type { OrganisationRecord, Version } from './state.ts';
import type { TaxRate } from './tax-rates.ts';
import { trackingJson } from './line-tracking.ts';

export type Json = Readonly<Record<string, unknown>>;

const TIMEZONES: Readonly<Record<Version, string>> = {
  AU: 'AUSEASTERNSTANDARDTIME',
  NZ: 'NEWZEALANDSTANDARDTIME',
  UK: 'GMTSTANDARDTIME',
  US: 'EASTERNSTANDARDTIME',
  GLOBAL: 'SINGAPORESTANDARDTIME',
};

export function organisationJson(organisation: OrganisationRecord): Json {
  const { name, shortCode, countryCode, periodLockDate, endOfYearLockDate, yearEndMonth = 6 } = organisation;
  return {
    Name: name,
    LegalName: name,
    PaysTax: true,
    Version: organisation.version,
    OrganisationType: 'COMPANY',
    BaseCurrency: organisation.baseCurrency,
    CountryCode: countryCode,
    IsDemoCompany: isDemoCompany(organisation),
    OrganisationStatus: 'ACTIVE',
    FinancialYearEndDay: new Date(Date.UTC(2001, yearEndMonth, 0)).getUTCDate(),
    FinancialYearEndMonth: yearEndMonth,
    SalesTaxBasis: 'ACCRUALS',
    SalesTaxPeriod: 'QUARTERLY1',
    ...(periodLockDate === null ? {} : { PeriodLockDate: msDay(periodLockDate) }),
    ...(endOfYearLockDate === null ? {} : { EndOfYearLockDate: msDay(endOfYearLockDate) }),
    CreatedDateUTC: msDate(organisation.createdAt),
    OrganisationEntityType: 'COMPANY',
    Timezone: TIMEZONES[organisation.version],
    ShortCode: shortCode,
    OrganisationID: organisation.tenantId,
    Edition: 'BUSINESS',
    Class: 'STANDARD',
    Addresses: [],
    Phones: [],
    ExternalLinks: [],
    PaymentTerms: {},
  };
}

export function isDemoCompany(organisation: OrganisationRecord): boolean {
  return organisation.isDemoCompany ?? organisation.name.startsWith('Demo Company');
}

export function taxRateJson(rate: TaxRate): Json {
  return {
    Name: rate.name,
    TaxType: rate.taxType,
    ReportTaxType: rate.taxType,
    CanApplyToAssets: rate.classes.includes('ASSET'),
    CanApplyToEquity: rate.classes.includes('EQUITY'),
    CanApplyToExpenses: rate.classes.includes('EXPENSE'),
    CanApplyToLiabilities: rate.classes.includes('LIABILITY'),
    CanApplyToRevenue: rate.classes.includes('REVENUE'),
    DisplayTaxRate: rate.rate,
    EffectiveRate: rate.rate,
    Status: 'ACTIVE',
    TaxComponents: [{ Name: 'GST', Rate: rate.rate, IsCompound: false, IsNonRecoverable: false }],
  };
}

export function accountJson(account: AccountRecord): Json {
  return {
    AccountID: account.id,
    ...(account.code === null ? {} : { Code: account.code }),
    Name: account.name,
    Status: account.status,
    Type: account.type,
    TaxType: account.taxType,
    Description: account.description,
    Class: account.class,
    ...(account.systemAccount === null ? {} : { SystemAccount: account.systemAccount }),
    BankAccountNumber: account.bank?.number,
    BankAccountType: account.bank === null ? undefined : 'BANK',
    CurrencyCode: account.bank?.currency,
    EnablePaymentsToAccount: false,
    ShowInExpenseClaims: false,
    HasAttachments: false,
    AddToWatchlist: false,
    UpdatedDateUTC: msDate(account.updatedAt),
  };
}

export function contactJson(contact: ContactRecord): Json {
  return {
    ContactID: contact.id,
    ContactStatus: contact.status,
    Name: contact.name,
    EmailAddress: '',
    BankAccountDetails: '',
    Addresses: [],
    Phones: [],
    UpdatedDateUTC: msDate(contact.updatedAt),
    ContactGroups: [],
    IsSupplier: false,
    IsCustomer: false,
    ContactPersons: [],
    HasAttachments: false,
    HasValidationErrors: false,
    ...(contact.mergedToContactId === undefined ? {} : { MergedToContactID: contact.mergedToContactId }),
  };
}

/** Renders a transaction. Lists without a page omit the lines. */
export function transactionJson(books: Books, transaction: BankTransactionRecord, withLines = true): Json {
  const { lines, lineAmountTypes, date } = transaction;
  const totals = totalsOf(lines, lineAmountTypes);
  const { type, creditId } = transaction;
  return {
    BankTransactionID: transaction.id,
    BankAccount: bankAccountJson(books, transaction.bankAccountId),
    Type: type,
    Reference: transaction.reference,
    IsReconciled: transaction.isReconciled,
    HasAttachments: false,
    ...(transaction.contactId === null ? {} : { Contact: contactOfJson(books, transaction.contactId) }),
    DateString: dateString(date),
    Date: msDay(date),
    Status: transaction.status,
    LineAmountTypes: lineAmountTypes,
    LineItems: withLines ? lines.map((line) => lineItemJson(books, line)) : [],
    SubTotal: toAmount(totals.subTotal),
    TotalTax: toAmount(totals.tax),
    Total: toAmount(totals.total),
    UpdatedDateUTC: msDate(transaction.updatedAt),
    CurrencyCode: transaction.currency,
    ...(transaction.url === undefined ? {} : { Url: transaction.url }),
    ...(creditId !== undefined && {
      [`${type.endsWith('PREPAYMENT') ? 'Prepayment' : 'Overpayment'}ID`]: creditId,
    }),
  };
}

export function bankAccountJson(books: Books, accountId: string): Json {
  const account = find(books, 'accounts', accountId);
  if (account === undefined) return { AccountID: accountId };
  return { AccountID: accountId, Code: account.code ?? undefined, Name: account.name };
}

export const contactOfJson = (books: Books, contactId: string): Json => ({
  ContactID: contactId,
  Name: find(books, 'contacts', contactId)?.name ?? '',
});

export function lineItemJson(books: Books, line: TransactionLine): Json {
  return {
    ...(line.itemCode === undefined ? {} : { ItemCode: line.itemCode, Item: { Code: line.itemCode } }),
    Description: line.description,
    UnitAmount: line.unitAmount,
    Quantity: line.quantity,
    LineItemID: line.lineItemId,
    ...lineJson(books, line),
  };
}

export function journalJson(books: Books, journal: JournalRecord, withLines = true): Json {
  return {
    ManualJournalID: journal.id,
    Narration: journal.narration,
    DateString: dateString(journal.date),
    Date: msDay(journal.date),
    Status: journal.status,
    LineAmountTypes: journal.lineAmountTypes,
    ShowOnCashBasisReports: journal.showOnCashBasisReports,
    ...(journal.url === undefined ? {} : { Url: journal.url }),
    HasAttachments: false,
    UpdatedDateUTC: msDate(journal.updatedAt),
    JournalLines: withLines
      ? journal.lines.map((line) => ({
          Description: line.description,
          IsBlank: false,
          ...lineJson(books, line),
        }))
      : [],
  };
}

function lineJson(books: Books, line: DocumentLine): Json {
  return {
    AccountID: line.accountId,
    AccountCode: find(books, 'accounts', line.accountId)?.code ?? undefined,
    TaxType: line.taxType,
    TaxAmount: toAmount(line.taxCents),
    LineAmount: toAmount(line.cents),
    Tracking: trackingJson(books, line.tracking),
  };
}
