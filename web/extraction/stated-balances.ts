/** Balances that a document states beside a table of payments, such as those of each 30 June, and whether they agree. */
import { dueDate } from '../../domain/amortisation/frequency.ts';
import { lenderTable } from '../../domain/amortisation/lender-table.ts';
import { dateOf, type CalendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isAlone, TOLERANCE } from './judge.ts';
import type { RepaymentTable, StatedBalance } from './repayment-table.ts';
import { frequencyOfDates } from './row-dates.ts';
import { isCertain, statesBalance, type RowPart } from './row-parts.ts';
import { dollars, type Note } from './table-rows.ts';

type Table = Pick<RepaymentTable, 'loan' | 'rows' | 'roles' | 'startDate' | 'lines' | 'occasional' | 'notes'>;

/**
 * The notes of a table with the balances that stand between its rows or in a column of their own: the first one that
 * differs from the balance of its day. Balances that agree prove payments that nothing else does.
 * @param startDate the day of the loan by the document's terms.
 */
export function withStatedBalances(
  table: Table,
  parts: readonly RowPart[],
  startDate: CalendarDate | null | undefined,
): readonly Note[] {
  const stated = [...betweenRows(table, parts), ...table.occasional];
  const balances = stated.length === 0 ? [] : balancesOf(table, startDate);
  if (balances.length === 0) return table.notes;
  const tolerance = isAlone(table.roles) ? table.rows.length : TOLERANCE;
  const compared = stated.flatMap(({ date, balance }) => {
    const computed = balances.findLast((one) => one.date <= date)?.balance ?? table.loan;
    return computed === null ? [] : [{ date, balance, computed }];
  });
  const wrong = compared.find(({ balance, computed }) => Math.abs(balance - computed) > tolerance);
  if (!wrong) return table.notes.filter(({ code }) => code !== 'unchecked');
  const { date, balance, computed } = wrong;
  return [
    ...table.notes,
    { code: 'balance-differs', field: date, stated: dollars(balance), computed: dollars(computed) },
  ];
}

function betweenRows({ lines }: Table, parts: readonly RowPart[]): StatedBalance[] {
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return parts.flatMap((part): StatedBalance[] => {
    const { at, date, values } = part;
    if (at <= first || at > last + 2 || lines.has(at) || !statesBalance(part)) return [];
    const amount = values.find(isCertain)?.number;
    if (amount === undefined || date?.year === undefined || date.day === undefined) return [];
    const day = dateOf(date.year, date.month, date.day);
    return day === null ? [] : [{ date: day, balance: Math.round(Math.abs(amount)) }];
  });
}

/** The balance after each row; of dates and amounts alone those that follow from the loan, as they would be stored. */
function balancesOf(
  { loan, rows, roles, startDate }: Table,
  statedStart: CalendarDate | null | undefined,
): StatedBalance[] {
  const dated = rows.flatMap(({ date, amount, balance }) => (date ? [{ date, amount, balance }] : []));
  const [first] = dated;
  if (!first || dated.length < rows.length) return [];
  if (!isAlone(roles)) return dated;
  if (loan === null) return [];
  const frequency = frequencyOfDates(dated.map(({ date }) => date));
  const start = statedStart ?? startDate?.date ?? dueDate(first.date, frequency, -1);
  try {
    const alone = dated.map(({ date, amount }) => ({ date, amount }));
    return lenderTable({ loanAmount: cents(loan), frequency, startDate: start }, alone);
  } catch (error) {
    // The form says so where no rate fits.
    if (error instanceof Refusal) return [];
    throw error;
  }
}
