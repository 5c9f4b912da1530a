/** Works out the missing one of a contract's amount, payment, number of payments, balloon and rate. */
import { cents, type Cents, MAX_AMOUNT } from '../money.ts';
import { Refusal } from '../refusal.ts';
import { calendarDate } from '../calendar.ts';
import { originalTerms } from './amortise.ts';
import { type Frequency, paymentsPerYear } from './frequency.ts';
import { rateOf, solveRate } from './rate.ts';
import { type BalloonDue, withBalloon } from './stated-balloon.ts';
import { checkTerms, MAX_PAYMENTS, TOO_MANY_PAYMENTS, type Terms } from './terms.ts';

/** A contract of equal payments and perhaps a balloon. */
export interface Deal {
  readonly frequency: Frequency;
  readonly firstPaymentOnStartDate: boolean;
  readonly balloonDue: BalloonDue;
  readonly loanAmount: Cents;
  readonly payment: Cents;
  /** The number of equal payments; a balloon one period later isn't one of them. */
  readonly qty: number;
  /** 0.00 without one. */
  readonly balloon: Cents;
  /** Percent a year, nominal. */
  readonly contractRate: number;
}

export type DealPart = 'loanAmount' | 'payment' | 'qty' | 'balloon' | 'contractRate';

/**
 * Works out a part from the others, whatever its value in the deal is. Amounts are rounded to the cent and the number
 * of payments to a whole one, so that the rate of the result differs a little from the contract's.
 * @throws Refusal invalid if no value of the part fits the others.
 */
export function workOut(part: DealPart, deal: Deal): Deal {
  const worked = { ...deal, [part]: SOLVERS[part](deal) };
  if (worked.loanAmount > MAX_AMOUNT || worked.payment > MAX_AMOUNT || worked.balloon > MAX_AMOUNT) {
    throw noSolution('These figures lead to an amount that is too large.');
  }
  return worked;
}

const SOLVERS: Readonly<Record<DealPart, (deal: Deal) => number>> = {
  loanAmount: loanOf,
  payment: paymentOf,
  qty: countOf,
  balloon: balloonOf,
  contractRate: rateOfDeal,
};

/** The present values at the start of 1.00 paid each period, and of 1.00 of the balloon. */
interface Worth {
  readonly payments: number;
  readonly balloon: number;
}

function worthOf(deal: Deal): Worth {
  const periodic = periodicOf(deal);
  const growth = Math.log1p(periodic);
  const { qty, firstPaymentOnStartDate, balloonDue } = deal;
  const inArrears = periodic === 0 ? qty : -Math.expm1(-qty * growth) / periodic;
  const lastAt = firstPaymentOnStartDate ? qty - 1 : qty;
  return {
    payments: firstPaymentOnStartDate ? inArrears * (1 + periodic) : inArrears,
    balloon: Math.exp(-growth * (balloonDue === 'with-last' ? lastAt : lastAt + 1)),
  };
}

const periodicOf = ({ contractRate, frequency }: Deal): number =>
  contractRate / 100 / paymentsPerYear(frequency);

function loanOf(deal: Deal): Cents {
  const worth = worthOf(deal);
  const loan = Math.round(deal.payment * worth.payments + deal.balloon * worth.balloon);
  return cents(Math.min(loan, deal.qty * deal.payment + deal.balloon));
}

function paymentOf(deal: Deal): Cents {
  const { loanAmount, balloon, qty } = deal;
  const worth = worthOf(deal);
  const payment = Math.round((loanAmount - balloon * worth.balloon) / worth.payments);
  if (payment <= 0) throw noSolution('The balloon alone repays more than the loan at this rate.');
  return cents(Math.max(payment, Math.ceil((loanAmount - balloon) / qty)));
}

function balloonOf(deal: Deal): Cents {
  const { loanAmount, payment, qty } = deal;
  const worth = worthOf(deal);
  const balloon = Math.round((loanAmount - payment * worth.payments) / worth.balloon);
  // Less than a cent a payment is the rounding of the payments, not a balloon.
  if (Math.abs(balloon) <= qty / worth.balloon) return cents(0);
  if (balloon < 0)
    throw noSolution('These payments repay more than the loan at this rate, without a balloon.');
  return cents(Math.max(balloon, loanAmount - qty * payment));
}

/**
 * The number n of payments P for a loan L and a balloon B solves L = P·a(n) + B·v^t(n), which is linear in x = vⁿ:
 * a(n) = (1 − x)·c ÷ i and v^t(n) = x·d.
 */
function countOf(deal: Deal): number {
  const { loanAmount, payment, balloon, firstPaymentOnStartDate, balloonDue } = deal;
  const periodic = periodicOf(deal);
  const later = (balloonDue === 'with-last' ? 0 : 1) - (firstPaymentOnStartDate ? 1 : 0);
  const start = firstPaymentOnStartDate ? 1 + periodic : 1;
  const perpetuity = (payment * start) / periodic;
  const remaining =
    (perpetuity - loanAmount) / (perpetuity - balloon * Math.exp(-later * Math.log1p(periodic)));
  const periods =
    periodic === 0 ? (loanAmount - balloon) / payment : -Math.log(remaining) / Math.log1p(periodic);
  if (!(periods >= 0.5)) throw noSolution('These payments never repay the loan at this rate.');
  if (periods > MAX_PAYMENTS) throw noSolution(TOO_MANY_PAYMENTS);
  const qty = Math.round(periods);
  return qty * payment + balloon < loanAmount ? qty + 1 : qty;
}

/** Percent a year. */
function rateOfDeal(deal: Deal): number {
  const terms = dealTerms(deal);
  checkTerms(terms);
  return rateOf(solveRate(originalTerms(terms)), deal.frequency).annualPercent;
}

/** A rate of equal periods does not depend on the start date. */
function dealTerms(deal: Deal): Terms {
  const { frequency, firstPaymentOnStartDate, loanAmount, payment, qty, balloon, balloonDue } = deal;
  return {
    loanAmount,
    frequency,
    startDate: calendarDate('2000-01-01'),
    firstPaymentOnStartDate,
    administrationFee: cents(0),
    rows: withBalloon([{ qty, amount: payment }], balloon, balloonDue),
  };
}

const noSolution = (message: string): Refusal => new Refusal('invalid', 'schedule/no-solution', message);
