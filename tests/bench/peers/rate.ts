import { RATE } from '@formulajs/formulajs';
import { Decimal } from 'decimal.js';
import { rate as financialRate } from 'financial';
import { irr } from 'node-irr';

/** A loan of level payments in arrears, in dollars, as the peers take it. */
export interface LevelLoan {
  readonly loan: number;
  readonly payment: number;
  readonly count: number;
  /** Loan as a negative flow, then the payments. */
  readonly flows: number[];
}

/** A package that can find the rate of a period, and how many runs of it are bearable. */
export interface Peer {
  readonly name: string;
  readonly rate: (loan: LevelLoan) => number;
  readonly isSlow?: boolean;
}

export const PEERS: readonly Peer[] = [
  { name: 'node-irr', rate: ({ flows }) => irr(flows) },
  { name: 'financial', rate: ({ loan, payment, count }) => financialRate(count, -payment, loan, 0) },
  { name: '@formulajs/formulajs', rate: ({ loan, payment, count }) => Number(RATE(count, -payment, loan)) },
  { name: 'decimal.js, plain Newton', rate: decimalRate, isSlow: true },
];

/** The obvious solution with decimal.js: Newton's method over all flows. */
function decimalRate({ flows, count }: LevelLoan): number {
  let rate = new Decimal('0.01');
  for (let iteration = 0; iteration < 50; iteration++) {
    let value = new Decimal(0);
    let slope = new Decimal(0);
    for (let time = 0; time <= count; time++) {
      const discounted = new Decimal(flows[time] ?? 0).div(rate.plus(1).pow(time));
      value = value.plus(discounted);
      slope = slope.minus(discounted.times(time).div(rate.plus(1)));
    }
    const step = value.div(slope);
    rate = rate.minus(step);
    if (step.abs().lt(1e-12)) break;
  }
  return rate.toNumber();
}
