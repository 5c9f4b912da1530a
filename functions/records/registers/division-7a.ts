/** Division 7A loans, for routes of their own. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { conflict, invalid } from '../../../domain/refusal.ts';
import type { EnteredRate } from '../../../domain/registers/benchmark-rates.ts';
import {
  type Division7aFacts,
  ladderOf,
  type LadderYear,
  type Repayment,
} from '../../../domain/registers/division-7a-ladder.ts';
import type { TableReader } from '../../store/table.ts';
import type { OwnedEntity } from '../entities/entity.ts';
import type { OwnedRegister } from './register.ts';
import { readState } from './state.ts';

interface Loan {
  readonly facts: Division7aFacts;
  readonly repayments: readonly Repayment[];
  readonly enteredRates: readonly EnteredRate[];
  readonly ladder: readonly LadderYear[];
}

/** @throws Refusal `conflict` for a register of another kind. */
export async function readLoan(
  table: TableReader,
  { tenantId }: Pick<OwnedEntity, 'tenantId'>,
  register: OwnedRegister,
  today: CalendarDate,
): Promise<Loan> {
  const { worked } = await readState(table, tenantId, register, today);
  const { facts, known } = worked;
  if (!('loanYear' in facts) || known === undefined) {
    throw conflict('register/kind', 'This register is not a Division 7A loan.');
  }
  const repayments = worked.changes.filter((change) => change.kind === 'repayment');
  const { enteredRates } = known;
  return { facts, repayments, enteredRates, ladder: ladderOf(facts, repayments, enteredRates) };
}

/** @throws Refusal invalid `year` outside the years of the loan. */
export function loanYear({ ladder }: Loan, year: number): LadderYear {
  const row = ladder.find((one) => one.year === year);
  if (row) return row;
  const [first, last] = [ladder[0]?.year ?? 0, ladder.at(-1)?.year ?? 0];
  throw invalid('year', 'division-7a/year', `Please choose a year from ${first} to ${last}.`);
}
