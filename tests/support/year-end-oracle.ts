/**
 * The year end of a contract worked out another way: a diary of days, each with what was paid and what was owed after
 * it. Written from the rules alone. Payments and the effects of events come from the contract, everything else is
 * computed here.
 */
import { addMonths, type CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';

export interface OracleYearEnd {
  readonly opening: number;
  readonly interest: number;
  readonly payments: number;
  readonly extraRepayments: number;
  readonly payouts: number;
  readonly adjustments: number;
  readonly closing: number;
  readonly current: number;
  readonly nonCurrent: number;
  readonly unexpired: number;
  readonly endDate: string;
  /** Amounts due and the interest in them: within a year, within five, and later. */
  readonly maturity: readonly (readonly [amount: number, interest: number])[];
  /** By the calendar year in which the year ends. */
  readonly interestByYear: ReadonlyMap<number, number>;
  readonly feesByYear: ReadonlyMap<number, number>;
}

interface Entry {
  readonly date: string;
  readonly what: 'payment' | 'extra' | 'payout' | 'adjustment';
  readonly paid: number;
  readonly interest: number;
  readonly fee: number;
}

/** Takes an eleventh away, half up to the cent. */
const tenElevenths = (amount: number): number => {
  const net = Math.round((Math.abs(amount) * 10) / 11);
  return amount < 0 ? 0 - net : net;
};

const withoutTax = (amount: number, taxType: string): number =>
  taxType === 'INPUT' ? tenElevenths(amount) : amount;

/** What is known on a date: events whose documents are dated by then, and the payments that they leave. */
function diary(
  contract: Contract,
  date: CalendarDate,
  net: (interest: number) => number,
  isFeeTaxed: (payment: number) => boolean,
): Entry[] {
  const last = contract.events.findLastIndex(({ documentDate }) => documentDate <= date);
  const known = contract.events.slice(0, last + 1);
  const entries: Entry[] = [];
  const plans = [contract.segments[0], ...known.map(({ to }) => to)];
  for (const [index, plan] of plans.entries()) {
    if (!plan) continue;
    const through = known[index]?.k ?? plan.count;
    let charges: number = plan.totalInterest;
    for (let number = plan.after + 1; number <= through; number++) {
      const { date: due, amount, interest } = plan.payment(number);
      const paidFee = amount > 0 ? plan.administrationFee : 0;
      const fee = withoutTax(paidFee, isFeeTaxed(number) ? 'INPUT' : '');
      const expensed = net(charges) - net(charges - interest);
      charges -= interest;
      const late = known.filter(({ k, to }) => k === number && to !== null);
      const found = late.reduce<number>((sum, event) => sum + net(event.interest), expensed);
      entries.push({ date: due, what: 'payment', paid: amount, interest: found, fee });
    }
    const closing = known[index];
    if (!closing) continue;
    // GST on the charges left, before and after the event, and on the interest of the event itself.
    const after = closing.to?.totalInterest ?? 0;
    const gst = after - net(after) - (charges - net(charges)) + closing.interest - net(closing.interest);
    entries.push({ date: closing.documentDate, what: 'adjustment', paid: 0 - gst, interest: 0, fee: 0 });
  }
  for (const { documentDate, repaid, interest, to, event } of known) {
    if (repaid === 0 && to !== null) continue;
    const what = to === null ? 'payout' : 'extra';
    const fees = 'fees' in event.change ? event.change.fees : [];
    const fee = fees.reduce((sum, each) => sum + withoutTax(each.amount, each.taxType), 0);
    entries.push({ date: documentDate, what, paid: repaid, interest: to === null ? net(interest) : 0, fee });
  }
  return entries;
}

/**
 * @param date no end of February.
 * @param isNet whether charges are carried without GST.
 */
export function oracleYearEnd(
  contract: Contract,
  date: CalendarDate,
  isNet = contract.terms.gstOnCharges === true,
  isFeeTaxed: (payment: number) => boolean = () => false,
): OracleYearEnd {
  const net = isNet ? tenElevenths : (interest: number): number => interest;
  const entries = diary(contract, date, net, isFeeTaxed);
  const yearBefore = addMonths(date, -12);
  const in12Months = addMonths(date, 12);
  const { startDate } = contract.terms;
  const charges = contract.segments[0]?.totalInterest ?? 0;
  const atStart = contract.terms.loanAmount + charges - net(charges);
  const owedAfter = (day: string): number =>
    startDate > day
      ? 0
      : entries
          .filter((entry) => entry.date <= day)
          .reduce<number>((owed, { paid, interest }) => owed + interest - paid, atStart);
  const ofYear = entries.filter((entry) => entry.date > yearBefore && entry.date <= date);
  const sum = (some: readonly Entry[], name: 'paid' | 'interest' | 'fee'): number =>
    some.reduce((total, entry) => total + entry[name], 0);
  const paid = (what: Entry['what']): number =>
    sum(
      ofYear.filter((entry) => entry.what === what),
      'paid',
    );
  const later = entries.filter((entry) => entry.date > date);
  const due = (from: string, to: string): readonly [number, number] => {
    const some = later.filter((entry) => entry.date > from && entry.date <= to);
    return [sum(some, 'paid'), sum(some, 'interest')];
  };
  const in5Years = addMonths(date, 60);
  const [soon, ...rest] = [due(date, in12Months), due(in12Months, in5Years), due(in5Years, '9999')] as const;
  const dueSoon = Math.max(0, soon[0] - soon[1]);
  const closing = owedAfter(date);
  const yearOf = (day: string): number => Number(day.slice(0, 4)) + (day.slice(5) > date.slice(5) ? 1 : 0);
  const byYear = (name: 'interest' | 'fee'): ReadonlyMap<number, number> => {
    const years = [...Map.groupBy(entries, (entry) => yearOf(entry.date))];
    return new Map(
      years.map(([year, some]) => [year, sum(some, name)] as const).filter(([, all]) => all !== 0),
    );
  };
  return {
    opening: owedAfter(yearBefore),
    interest: sum(ofYear, 'interest'),
    payments: paid('payment'),
    extraRepayments: paid('extra'),
    payouts: paid('payout'),
    adjustments: 0 - paid('adjustment'),
    closing,
    current: dueSoon,
    nonCurrent: closing - dueSoon,
    unexpired: sum(later, 'interest'),
    endDate: entries.reduce((latest, entry) => (entry.date > latest ? entry.date : latest), ''),
    maturity: [soon, ...rest],
    interestByYear: byYear('interest'),
    feesByYear: byYear('fee'),
  };
}
