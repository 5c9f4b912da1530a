/** The bodies that create and change a schedule from its draft. */
import type { Terms } from '../../domain/amortisation/terms.ts';
import type { LenderRow } from '../../domain/amortisation/timetable.ts';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import type { Body } from '../data/api.ts';
import { isEqual } from '../ui/equality.ts';
import { balloonDueOf } from './balloon.ts';
import { rowOf, termsOf, type Draft } from './draft.ts';
import { datesOf } from './payment-dates.ts';
import { contractRateOf } from './rate-text.ts';

/** Returns the body that creates or changes the schedule from a complete draft. */
export function bodyOf(draft: Draft): Body<'POST /v1/entities/{entityId}/schedules'> {
  const terms = termsOf(draft);
  if (!terms) throw new RangeError('The schedule is not complete');
  return {
    description: draft.description.trim(),
    paymentFrequency: terms.frequency,
    loanAmount: toDollars(terms.loanAmount),
    startDate: terms.startDate,
    firstPaymentOnStartDate: terms.firstPaymentOnStartDate,
    firstPaymentDate: terms.firstPaymentDate ?? null,
    paymentsAtMonthEnd: terms.paymentsAtMonthEnd === true,
    administrationFee: toDollars(terms.administrationFee),
    autoSync: draft.autoSync,
    gstOnCharges: draft.gstOnCharges && draft.kind === 'hire-purchase',
    ...contractOf(draft),
    ...(terms.table
      ? { schedulePayments: stated(terms.table) }
      : { schedulePaymentPlans: plansOf(draft, terms) }),
  };
}

/** The details of the contract beside its terms. */
function contractOf(draft: Draft) {
  const { lender, contractNumber, asset, kind, notes } = draft;
  return {
    lender: lender.trim(),
    contractNumber: contractNumber.trim(),
    asset: asset.trim(),
    kind,
    notes: notes.trim(),
    contractRate: contractRateOf(draft.contractRate) ?? null,
  };
}

/** Returns the body that changes the name and contract fields: those that differ. */
export function detailsOf(
  draft: Draft,
  before: Draft,
): Body<'PATCH /v1/entities/{entityId}/schedules/{scheduleId}'> {
  const now = { description: draft.description.trim(), ...contractOf(draft) };
  const stored = new Map<string, unknown>(Object.entries({ ...before, ...contractOf(before) }));
  return Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== stored.get(field)));
}

function stated(table: readonly LenderRow[]) {
  return table.map(({ date, amount, balance }) => ({
    paymentDate: date,
    payments: toDollars(amount),
    endingBalance: toDollars(balance),
  }));
}

function plansOf(draft: Draft, terms: Terms) {
  return terms.rows.map(({ qty, amount }, index) => {
    const id = draft.rows[index]?.id;
    return { number: index + 1, qty, amount: toDollars(amount), ...(id !== undefined && { id }) };
  });
}

/** Returns whether anything, or only the name and contract fields, differs from the stored schedule. */
export function changeOf(draft: Draft, before: Draft): 'nothing' | 'details' | 'terms' {
  const meaning = (each: Draft) => [
    each.paymentFrequency,
    each.startDate,
    each.firstPaymentOnStartDate,
    datesOf(each) ?? each.firstPaymentDate,
    each.autoSync,
    each.gstOnCharges && each.kind === 'hire-purchase',
    parseMoneyInput(each.loanAmount),
    moneyInputProblem(each.administrationFee) === undefined
      ? (parseMoneyInput(each.administrationFee) ?? 0)
      : each.administrationFee,
    each.usesTable ? each.tableText.trim() : each.rows.map((row) => rowOf(row) ?? [row.qty, row.amount]),
    !each.usesTable && (parseMoneyInput(each.balloon) ?? each.balloon),
    !each.usesTable && each.balloon !== '' && balloonDueOf(each, each.firstPaymentOnStartDate),
  ];
  if (!isEqual(meaning(draft), meaning(before))) return 'terms';
  return Object.keys(detailsOf(draft, before)).length === 0 ? 'nothing' : 'details';
}
