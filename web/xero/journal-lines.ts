/** The lines that people add to an opening journal, as they are typed, and what they amount to. */
import {
  applicableTaxRates,
  NO_GST,
  type LineAmountTypes,
  type TaxRate,
  type TaxType,
} from '../../domain/gst/tax-types.ts';
import { cents, parseMoneyInput, toCents, toDollars, ZERO, type Cents } from '../../domain/money.ts';
import type { Answer, Body } from '../api.ts';
import type { LedgerAccount } from './account-fields.ts';

export type Template =
  Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal'>;

export interface DraftLine {
  readonly key: string;
  readonly description: string;
  readonly accountId: string;
  readonly taxType: TaxType;
  /** As typed; one of the two is empty. */
  readonly debit: string;
  readonly credit: string;
}

export function emptyLine(): DraftLine {
  return { key: crypto.randomUUID(), description: '', accountId: '', taxType: NO_GST, debit: '', credit: '' };
}

/** A posted line, to be amended. */
export function draftOf({ amount, ...line }: Template['lineItems'][number]): DraftLine {
  const typed = Math.abs(amount).toFixed(2);
  return {
    ...line,
    key: crypto.randomUUID(),
    debit: amount > 0 ? typed : '',
    credit: amount < 0 ? typed : '',
  };
}

/** Positive debits, negative credits, 0 while nothing is typed. */
export function amountOf({ debit, credit }: DraftLine): Cents {
  const sum = (parseMoneyInput(debit) ?? ZERO) - (parseMoneyInput(credit) ?? ZERO);
  return cents(sum);
}

/** Whether anything was typed into the line. */
export function isBegun({ description, accountId, debit, credit }: DraftLine): boolean {
  return [description, accountId, debit, credit].some((text) => text !== '');
}

export function isIncomplete(line: DraftLine): boolean {
  return line.accountId === '' || amountOf(line) === 0;
}

/** The tax rates that a line may have, by its account and by how the journal's amounts relate to tax. */
export function ratesFor(
  account: LedgerAccount | undefined,
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): readonly TaxRate[] {
  return account ? applicableTaxRates(rates, account.class, lineAmountTypes) : [];
}

/** The line with a tax type that it may have: its own, else its account's usual one, else without GST. */
export function withFittingTax(
  line: DraftLine,
  accounts: readonly LedgerAccount[],
  lineAmountTypes: LineAmountTypes,
  rates: readonly TaxRate[],
): DraftLine {
  const account = accounts.find(({ id }) => id === line.accountId);
  const allowed = ratesFor(account, lineAmountTypes, rates).map(({ taxType }) => taxType);
  const wanted = [line.taxType, account?.taxType].find((type) => allowed.some((taxType) => taxType === type));
  return { ...line, taxType: allowed.find((taxType) => taxType === wanted) ?? NO_GST };
}

interface Journal {
  readonly date: string;
  readonly narration: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly fixed: Template['lineItems'];
  readonly own: readonly DraftLine[];
}

/** What is posted: the fixed lines that aren't 0.00, then the person's own. */
export function journalBody({
  date,
  narration,
  lineAmountTypes,
  fixed,
  own,
}: Journal): Body<'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal'> {
  const ownLines = own.map((line) => ({
    description: line.description.trim(),
    accountId: line.accountId,
    taxType: line.taxType,
    amount: toDollars(amountOf(line)),
  }));
  return {
    date,
    description: narration.trim(),
    lineAmountTypes,
    lineItems: [...visible(fixed), ...ownLines],
  };
}

/** Fixed lines of 0.00 are neither shown nor posted. */
export function visible(fixed: Template['lineItems']): Template['lineItems'] {
  return fixed.filter(({ amount }) => amount !== 0);
}

/** All lines as the domain sums them up. */
export function taxedLines(fixed: Template['lineItems'], own: readonly DraftLine[]) {
  return [
    ...visible(fixed).map(({ amount, taxType }) => ({ amount: toCents(amount), taxType })),
    ...own.map((line) => ({ amount: amountOf(line), taxType: line.taxType })),
  ];
}
