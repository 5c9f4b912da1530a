/** Division 7A loans, for routes of their own. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { conflict, invalid } from '../../../domain/refusal.ts';
import type { EnteredRate } from '../../../domain/registers/benchmark-rates.ts';
import {
  division7a,
  type Division7aFigures,
  type Division7aKnown,
} from '../../../domain/registers/division-7a.ts';
import {
  type Division7aFacts,
  ladderOf,
  type LadderYear,
  type Repayment,
} from '../../../domain/registers/division-7a-ladder.ts';
import type { TableReader } from '../../store/table.ts';
import type { OwnedEntity } from '../entities/entity.ts';
import { readAllChanges } from './changes.ts';
import { knownByKind } from './kinds.ts';
import { listRegisters, type OwnedRegister } from './register.ts';
import { paymentsOf, readState, workOut, type WorkedRegister } from './state.ts';

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
  if (!isLoan(worked)) throw conflict('register/kind', 'This register is not a Division 7A loan.');
  const { facts, changes: repayments, known } = worked;
  const { enteredRates } = known;
  return { facts, repayments, enteredRates, ladder: ladderOf(facts, repayments, enteredRates) };
}

/** A loan in the list over all entities. */
export interface ListedLoan {
  readonly register: OwnedRegister;
  readonly facts: Division7aFacts;
  readonly figures: Division7aFigures;
}

/**
 * The loans of an entity that are not archived, with their figures as at today.
 * @param charge receives the work of each, in payments
 */
export async function listLoans(
  table: TableReader,
  entity: OwnedEntity,
  today: CalendarDate,
  charge: (payments: number) => Promise<void>,
): Promise<ListedLoan[]> {
  if (entity.registerCount === 0) return [];
  const registers = await listRegisters(table, entity);
  const loans = registers.filter(({ kind, archived }) => kind === 'division-7a' && !archived);
  if (loans.length === 0) return [];
  const known = knownByKind({ table, tenantId: entity.tenantId, today });
  const all = await readAllChanges(table, entity.entityId);
  const found: ListedLoan[] = [];
  for (const register of loans) {
    const worked = workOut(register, all.get(register.registerId) ?? [], await known(register.kind));
    if (!isLoan(worked)) continue;
    await charge(paymentsOf(worked));
    const { facts, changes } = worked;
    found.push({ register, facts, figures: division7a.figures(facts, changes, today, worked.known) });
  }
  return found;
}

/** @throws Refusal invalid `year` outside the years of the loan. */
export function loanYear({ ladder }: Loan, year: number): LadderYear {
  const row = ladder.find((one) => one.year === year);
  if (row) return row;
  const [first, last] = [ladder[0]?.year ?? 0, ladder.at(-1)?.year ?? 0];
  throw invalid('year', 'division-7a/year', `Please choose a year from ${first} to ${last}.`);
}

type WorkedKind = Pick<WorkedRegister, 'facts' | 'changes' | 'known'>;

type WorkedLoan<Worked> = Worked & {
  readonly facts: Division7aFacts;
  readonly changes: readonly Repayment[];
  readonly known: Division7aKnown;
};

/** Facts, changes and outside facts are those of one kind. */
export const isLoan = <Worked extends WorkedKind>(worked: Worked): worked is WorkedLoan<Worked> =>
  'loanYear' in worked.facts;
