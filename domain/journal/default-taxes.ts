/** The tax types of a schedule's lines: those that their accounts in Xero carry by default. */
import type { LedgerAccount } from '../accounts/ledger-account.ts';
import { AU_TAX_RATES, NO_GST, type TaxRate, type TaxType } from '../gst/tax-types.ts';
import { type DocumentLine, lineAmountTypesOf, type LedgerDocument, type LineRole } from './document.ts';

/** The accounts of a chart, and whether the schedule's documents carry no tax. */
export interface TaxSetting {
  readonly chart: readonly Pick<LedgerAccount, 'id' | 'name' | 'class' | 'taxType'>[];
  readonly noTax: boolean;
}

type TaxedAccount = TaxSetting['chart'][number];

/**
 * Returns a document whose lines of some roles carry the tax types of their accounts. Interest carries one of 0 % only.
 * Amounts include GST, so that neither they nor what leaves the bank account changes.
 * @param roles the roles whose lines have no tax type of their own.
 */
export function withDefaultTaxes(
  document: LedgerDocument,
  { chart, noTax }: TaxSetting,
  roles: readonly LineRole[] = ['interestExpense', 'administrationFee'],
): LedgerDocument {
  if (noTax) return document;
  const lines = document.lines.map((line) =>
    roles.includes(line.role) ? { ...line, taxType: taxTypeOf(line, accountOf(line, chart)) } : line,
  );
  return { ...document, lines, lineAmountTypes: lineAmountTypesOf(lines) };
}

/** Returns a sentence for each account whose default tax type the lines of the documents don't carry. */
export function taxWarnings(documents: readonly LedgerDocument[], { chart, noTax }: TaxSetting): string[] {
  if (noTax) return [];
  const sentences = documents.flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const account = isTaxed(line) ? accountOf(line, chart) : undefined;
      return account ? (warningOf(line, account) ?? []) : [];
    }),
  );
  return [...new Set(sentences)];
}

const isTaxed = ({ role }: DocumentLine): boolean =>
  role === 'interestExpense' || role === 'administrationFee';

const accountOf = ({ account }: DocumentLine, chart: TaxSetting['chart']): TaxedAccount | undefined =>
  chart.find(({ id }) => id === account);

/** Rates of the Australian edition are Xero's own: people can't change them. */
const defaultOf = (account: TaxedAccount): TaxRate | undefined =>
  AU_TAX_RATES.find(
    ({ taxType, appliesTo }) => taxType === account.taxType && appliesTo.includes(account.class),
  );

function taxTypeOf({ role }: DocumentLine, account: TaxedAccount | undefined): TaxType {
  const rate = account && defaultOf(account);
  if (!rate) return NO_GST;
  return role === 'interestExpense' && rate.rate !== 0 ? NO_GST : rate.taxType;
}

function warningOf(line: DocumentLine, account: TaxedAccount): string | null {
  const { name, taxType } = account;
  const rate = defaultOf(account);
  if (!rate && taxType !== '') {
    return `“${name}” has the tax rate ${taxType} in Xero, which Paydown does not use. Its lines are posted as BAS Excluded.`;
  }
  if (rate?.rate && taxTypeOf(line, account) === NO_GST) {
    return `“${name}” has the tax rate ${rate.name} in Xero. Interest carries no GST, so its lines are posted as BAS Excluded.`;
  }
  return null;
}
