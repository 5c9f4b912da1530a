/** The tax types of a schedule's lines: those that their accounts in Xero carry by default. */
import type { LedgerAccount } from '../accounts/ledger-account.ts';
import { NO_GST, type TaxRate, type TaxType } from '../gst/tax-types.ts';
import { type DocumentLine, lineAmountTypesOf, type LedgerDocument, type LineRole } from './document.ts';

/** The accounts of a chart, the rates that the organisation uses, and whether the schedule's documents carry no tax. */
export interface TaxSetting {
  readonly chart: readonly Pick<LedgerAccount, 'id' | 'name' | 'class' | 'taxType'>[];
  readonly rates: readonly TaxRate[];
  readonly noTax: boolean;
}

type TaxedAccount = TaxSetting['chart'][number];

const TAXED_ROLES: readonly LineRole[] = ['interestExpense', 'administrationFee'];

/**
 * Returns a document whose lines of some roles carry the tax types of their accounts. Interest carries one of 0 % only.
 * Amounts include GST, so that neither they nor what leaves the bank account changes.
 * @param roles the roles whose lines have no tax type of their own.
 */
export function withDefaultTaxes(
  document: LedgerDocument,
  { chart, rates, noTax }: TaxSetting,
  roles = TAXED_ROLES,
): LedgerDocument {
  if (noTax) return document;
  const lines = document.lines.map((line) =>
    roles.includes(line.role) ? { ...line, taxType: taxTypeOf(line, accountOf(line, chart), rates) } : line,
  );
  return { ...document, lines, lineAmountTypes: lineAmountTypesOf(lines) };
}

/** Returns a sentence for each account whose default tax type the lines of the documents don't carry. */
export function taxWarnings(
  documents: readonly LedgerDocument[],
  { chart, rates, noTax }: TaxSetting,
  roles = TAXED_ROLES,
): string[] {
  if (noTax) return [];
  const sentences = documents.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const account = roles.includes(line.role) ? accountOf(line, chart) : undefined;
      return account ? (warningOf(line, account, rates) ?? []) : [];
    }),
  );
  return [...new Set(sentences)];
}

const accountOf = ({ account }: DocumentLine, chart: TaxSetting['chart']): TaxedAccount | undefined =>
  chart.find(({ id }) => id === account);

const defaultOf = (account: TaxedAccount, rates: TaxSetting['rates']): TaxRate | undefined =>
  rates.find(({ taxType, appliesTo }) => taxType === account.taxType && appliesTo.includes(account.class));

function taxTypeOf(
  { role }: DocumentLine,
  account: TaxedAccount | undefined,
  rates: TaxSetting['rates'],
): TaxType {
  const rate = account && defaultOf(account, rates);
  if (!rate) return NO_GST;
  return role === 'interestExpense' && rate.rate !== 0 ? NO_GST : rate.taxType;
}

function warningOf(line: DocumentLine, account: TaxedAccount, rates: TaxSetting['rates']): string | null {
  const { name, taxType } = account;
  const rate = defaultOf(account, rates);
  if (!rate && taxType !== '' && taxType !== NO_GST) {
    return `“${name}” has the tax rate ${taxType} in Xero, which is not among the active tax rates of this organisation for such an account. Its lines are posted as BAS Excluded.`;
  }
  if (rate?.rate && taxTypeOf(line, account, rates) === NO_GST) {
    return `“${name}” has the tax rate ${rate.name} in Xero. Interest carries no GST, so its lines are posted as BAS Excluded.`;
  }
  return null;
}
