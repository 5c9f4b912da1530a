/** Reads the texts of a change's form. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { readPastedTable } from '../extraction/pasted-table.ts';
import { moneyInputProblem, parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars, ZERO } from '../../domain/money.ts';
import { type BalloonDraft, isBalloonValid, withBalloon } from '../contract/balloon.ts';
import { bodyOf } from '../contract/draft-body.ts';
import { termsOf, type Draft, type DraftRow } from '../contract/draft.ts';
import { contractRateOf } from '../contract/rate-text.ts';

type PaymentsDraft = { readonly rows: readonly DraftRow[] } & BalloonDraft;

/** Reads typed texts and notes the fields that are missing or wrong. */
export class ChangeReader {
  readonly errors: Record<string, string> = {};

  date(field: string, text: string): string {
    if (!isCalendarDate(text)) this.errors[field] = 'Please enter a date.';
    return text;
  }

  /** Returns dollars. */
  money(field: string, text: string): number {
    const amount = parseMoneyInput(text);
    if (amount === undefined) this.errors[field] = moneyInputProblem(text) ?? 'Please enter an amount.';
    return amount === undefined ? 0 : toDollars(amount);
  }

  rate(field: string, text: string): number {
    const isRate = /^\d{1,4}(\.\d{1,6})?$/.test(text.trim());
    if (!isRate) this.errors[field] = 'Please enter a rate in percent, such as 7.92.';
    return Number(text);
  }

  count(field: string, text: string, message: string): number {
    if (!/^[1-9]\d{0,3}$/.test(text.trim())) this.errors[field] = message;
    return Number(text);
  }

  /** Returns the rows of payments with the balloon. */
  plans(
    draft: PaymentsDraft,
    prefix: 'newSchedule.' | '' = '',
  ): { number: number; qty: number; amount: number }[] {
    const rows = draft.rows.map(({ qty, amount }) => {
      const payment = parseMoneyInput(amount);
      if (!/^0*[1-9]\d{0,3}$/.test(qty.trim()) || payment === undefined) {
        this.errors[`${prefix}schedulePaymentPlans`] =
          'Please enter a number of payments and an amount in every row.';
      }
      return { qty: Number(qty), amount: payment ?? ZERO };
    });
    if (!isBalloonValid(draft)) this.errors[`${prefix}balloon`] = 'Please enter an amount.';
    return withBalloon(rows, draft, false).map(({ qty, amount }, index) => ({
      number: index + 1,
      qty,
      amount: toDollars(amount),
    }));
  }

  /** Returns the rows of a pasted table. */
  table(text: string) {
    const { rows = [], problem } = readPastedTable(text);
    if (problem !== undefined) this.errors['schedulePayments'] = problem;
    return rows.map(({ date, amount, interest, balance }) => ({
      paymentDate: date,
      payments: toDollars(amount),
      ...(interest !== undefined && { interest: toDollars(interest) }),
      ...(balance !== undefined && { endingBalance: toDollars(balance) }),
    }));
  }

  /** Returns the body of the new schedule; undefined with an error for each field that is missing. */
  schedule(draft: Draft): ReturnType<typeof bodyOf> | undefined {
    const { description, loanAmount, paymentFrequency, startDate } = draft;
    if (description.trim() === '') this.errors['newSchedule.description'] = 'Please enter a name.';
    if (this.money('newSchedule.loanAmount', loanAmount) === 0) {
      this.errors['newSchedule.loanAmount'] = 'Please enter an amount.';
    }
    if (paymentFrequency === '') this.errors['newSchedule.paymentFrequency'] = 'Please choose a frequency.';
    this.date('newSchedule.startDate', startDate);
    this.plans(draft, 'newSchedule.');
    if (contractRateOf(draft.contractRate) === undefined) {
      this.errors['newSchedule.contractRate'] = 'Please enter a rate in percent, such as 7.95.';
    }
    return termsOf(draft) && bodyOf(draft);
  }
}
