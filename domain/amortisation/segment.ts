/** A segment: numbered payments that repay one opening balance at one rate. The original contract is segment 0. */
import type { CalendarDate } from '../calendar.ts';
import { withoutGst } from '../gst/gst-on-charges.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { type Carried, carriedCents, type Fraction, precisionFor, toCarried } from './fixed-point.ts';
import { balancesOf } from './balances.ts';
import { type Rate, solvedRate } from './rate.ts';
import { countPayments, sumOf, takePayments, type TermRow } from './term-rows.ts';
import { balancesBack, type RepaidDebt } from './time-value.ts';
import { dateOfPayment, datesOfPayments, periodsBetween, type Timetable } from './timetable.ts';

/** A row of the payment table. Amounts are in cents; `balance` is the balance after the payment. */
export interface Payment {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee. */
  readonly amount: Cents;
  readonly interest: Cents;
  readonly principal: Cents;
  readonly balance: Cents;
}

/** Everything that the payments and balances of a segment follow from. */
export interface SegmentTerms extends RepaidDebt {
  /** The last payment before the segment. */
  readonly after: number;
  /** The date from which the segment is in force and interest accrues on its opening balance. */
  readonly since: CalendarDate;
  readonly timetable: Timetable;
  readonly administrationFee: Cents;
  /** Whether GST on the charges is claimed at the opening, so that they are carried without it. */
  readonly gstOnCharges: boolean;
  /** Undefined: the rate follows from the payments, and nothing remains after the last one. */
  readonly given?: {
    readonly rate: Rate;
    /** The exact balance after the last payment; it rounds to 0.00 unless the payments are part of a longer list. */
    readonly residue: Carried;
    /** The balance after each payment, the opening balance first. Undefined: it is worked out. */
    readonly balances?: readonly Cents[];
  };
  /** Of a change recorded late: the posted payments from its date on, with the balance worked out again. */
  readonly replayed?: Segment;
}

/** A debt at a date between payments k and k + 1. */
export interface Debt {
  /** The balance after payment k, rounded to the cent. */
  readonly balance: Cents;
  /** The exact balance after payment k less the rounded one, plus interest from payment k to the date. */
  readonly carried: Carried;
  /** Periods from payment k, or from the segment's start since then, to the date. */
  readonly elapsed: Fraction;
}

export class Segment {
  /** The last payment before the segment; its payments are after + 1 … count. */
  readonly after: number;
  /** The number of the last payment. */
  readonly count: number;
  readonly since: CalendarDate;
  /** The balance after payment `after`. */
  readonly opening: Cents;
  readonly rate: Rate;
  readonly timetable: Timetable;
  /** Charged with every payment that isn't 0.00. */
  readonly administrationFee: Cents;
  readonly gstOnCharges: boolean;
  readonly rows: readonly TermRow[];
  /** Σ interest of all payments of the segment. */
  readonly totalInterest: Cents;
  /** The exact balance after the last payment. */
  readonly residue: Carried;
  readonly replayed: Segment | undefined;
  readonly #terms: SegmentTerms;
  #balances: readonly number[] | undefined;

  /** @param periodic the rate that follows from the payments, if it is known. */
  constructor(terms: SegmentTerms, periodic?: number) {
    const { after, since, opening, rows, timetable, administrationFee, gstOnCharges, given } = terms;
    this.#terms = terms;
    this.after = after;
    this.count = after + countPayments(rows);
    this.since = since;
    this.opening = opening;
    this.timetable = timetable;
    this.administrationFee = administrationFee;
    this.gstOnCharges = gstOnCharges;
    this.rows = rows;
    this.totalInterest = cents(sumOf(rows) - opening);
    this.rate = given?.rate ?? solvedRate(terms, timetable.frequency, periodic);
    // At rate 0 a part of a cent may remain, at a solved rate nothing.
    const rest = this.rate.periodic === 0 ? terms.carried - toCarried(this.totalInterest) : 0n;
    this.residue = given?.residue ?? rest;
    this.replayed = terms.replayed;
    this.#balances = given?.balances;
  }

  /** Interest accrued when the segment opened, in cents with fractions. */
  get carriedInterest(): number {
    return carriedCents(this.#terms.carried);
  }

  dateOf(number: number): CalendarDate {
    return dateOfPayment(this.timetable, number);
  }

  /** The balance after payment `number`, after … count. */
  balanceAfter(number: number): Cents {
    this.#balances ??= balancesOf(this.#terms, this.rate, this.residue, this.#terms.given === undefined);
    const balance = this.#balances[number - this.after];
    if (balance === undefined) throw new RangeError(`There is no payment ${number}`);
    return cents(balance);
  }

  /** Σ payments after + 1 … `number`, without fees. */
  paidThrough(number: number): Cents {
    return cents(sumOf(this.rows, number - this.after));
  }

  /** The unexpired charges after payment `number` as the ledger carries them. */
  chargesAfter(number: number): Cents {
    const charges = cents(this.totalInterest - this.interestThrough(number));
    return this.gstOnCharges ? withoutGst(charges) : charges;
  }

  /** The GST that is claimed already and still in the unexpired charges after payment `number`. */
  gstInCharges(number: number): Cents {
    if (!this.gstOnCharges) return ZERO;
    return cents(this.totalInterest - this.interestThrough(number) - this.chargesAfter(number));
  }

  /** The part of a payment that is expensed: the fall of the unexpired charges. */
  chargeOf({ number, interest }: Pick<Payment, 'number' | 'interest'>): Cents {
    return this.gstOnCharges ? cents(this.chargesAfter(number - 1) - this.chargesAfter(number)) : interest;
  }

  /** Σ interest of payments after + 1 … `number`. */
  interestThrough(number: number): Cents {
    return cents(this.paidThrough(number) + this.balanceAfter(number) - this.opening);
  }

  /** @throws RangeError if the segment has no such payment. */
  payment(number: number): Payment {
    if (number <= this.after) throw new RangeError(`There is no payment ${number}`);
    const amount = cents(this.paidThrough(number) - this.paidThrough(number - 1));
    return this.#row(number, this.dateOf(number), amount, this.balanceAfter(number - 1));
  }

  get endDate(): CalendarDate {
    return this.dateOf(this.count);
  }

  get payments(): readonly Payment[] {
    return this.firstPayments(this.count - this.after);
  }

  firstPayments(count: number): Payment[] {
    const dates = datesOfPayments(this.timetable, this.after + 1, count);
    const payments: Payment[] = [];
    let before = this.opening;
    for (const { qty, amount } of takePayments(this.rows, count)) {
      for (let left = qty; left > 0; left--) {
        const number = this.after + payments.length + 1;
        const date = dates[payments.length] ?? this.dateOf(number);
        const payment = this.#row(number, date, amount, before);
        payments.push(payment);
        before = payment.balance;
      }
    }
    return payments;
  }

  /** The date from which interest accrues on the balance after payment `number`. */
  accruesFrom(number: number): CalendarDate {
    return number === this.after ? this.since : this.dateOf(number);
  }

  /** The debt at a date on or after payment `number` and before the next one. */
  debtAt(number: number, date: CalendarDate): Debt {
    const { rate, rows, residue, opening } = this;
    const elapsed = this.elapsedPeriods(number, date);
    const fixed = precisionFor(rate.periodic, 0);
    const periodic = rate.exactly(fixed);
    const remaining = this.count - number;
    const [exact = 0n] = balancesBack(fixed, periodic, rows, fixed.ofCarried(residue), [remaining]);
    const isOpening = number === this.after;
    const balance = isOpening ? opening : fixed.round(exact);
    const rest = isOpening ? fixed.ofCarried(this.#terms.carried) : exact - fixed.ofWhole(balance);
    // Simple interest on the rounded balance: r × f × B.
    const interest = fixed.timesFraction(periodic, elapsed) * BigInt(balance);
    return { balance, carried: fixed.toCarried(rest + interest), elapsed };
  }

  protected elapsedPeriods(number: number, date: CalendarDate): Fraction {
    return periodsBetween(this.timetable, this.accruesFrom(number), date, number + 1);
  }

  /** Interest is the payment less the fall of the rounded balance. */
  #row(number: number, date: CalendarDate, amount: Cents, before: Cents): Payment {
    const balance = this.balanceAfter(number);
    const principal = cents(before - balance);
    return { number, date, amount, interest: cents(amount - principal), principal, balance };
  }
}
