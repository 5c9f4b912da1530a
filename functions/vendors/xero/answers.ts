/** Parses Xero's answers about everything but documents. Only the fields that are used are read. */
import * as z from 'zod';
import { daysInMonth } from '../../../domain/calendar.ts';
import { laterLockDate } from '../../../domain/contract/selection.ts';
import {
  type ElementResult,
  elementResult,
  optionalText,
  readable,
  type ReadableElements,
  validation,
  XeroDate,
} from './answer-parts.ts';
import type { AccountClass } from '../../../domain/gst/tax-types.ts';
import type {
  ListedConnection,
  XeroAccount,
  XeroContact,
  XeroOrganisation,
  XeroTaxRate,
  XeroTrackingCategory,
  XeroTenantId,
} from '../../services/xero/port.ts';

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

const isArchived = (status: string | undefined): boolean => status !== 'ACTIVE';

const TrackingCategory = z
  .looseObject({
    TrackingCategoryID: z.string(),
    Name: z.string(),
    Status: z.string().optional(),
    Options: z
      .array(z.looseObject({ TrackingOptionID: z.string(), Name: z.string(), Status: z.string().optional() }))
      .nullish(),
  })
  .transform((found): XeroTrackingCategory => ({
    id: found.TrackingCategoryID,
    name: found.Name,
    isArchived: isArchived(found.Status),
    options: (found.Options ?? []).map((option) => ({
      id: option.TrackingOptionID,
      name: option.Name,
      isArchived: isArchived(option.Status),
    })),
  }));

export const trackingAnswer = z
  .looseObject({ TrackingCategories: readable(TrackingCategory) })
  .transform((answer) => answer.TrackingCategories);

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
