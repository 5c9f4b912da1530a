/** Fills the empty fields of the form by what the lender's table says. */
import { readPastedTable } from '../extraction/pasted-table.ts';
import { tableFacts } from '../extraction/table-facts.ts';
import { toDollars } from '../../domain/money.ts';
import type { Draft } from './draft.ts';

/** The changes that a new text of the table makes; fields with a value stay. */
export function filledByTable(draft: Draft, tableText: string): Partial<Draft> {
  const { loanAmount, frequency, startDate, isInAdvance } = tableFacts(readPastedTable(tableText));
  return {
    tableText,
    ...(draft.loanAmount === '' && loanAmount !== null && { loanAmount: toDollars(loanAmount).toFixed(2) }),
    ...(draft.paymentFrequency === '' && frequency !== null && { paymentFrequency: frequency }),
    ...(draft.startDate === '' && startDate !== null && { startDate, firstPaymentOnStartDate: isInAdvance }),
  };
}
