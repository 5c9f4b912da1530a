import pMap from 'p-map';
import { type CalendarDate, daysBetween } from '../../domain/calendar.ts';
import { sumCents, toDollars } from '../../domain/money.ts';
import { compareNames } from '../../domain/text.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes, type LoanRow } from '../api/division-7a.ts';
import { listEntities, type OwnedEntity } from '../records/entities/entity.ts';
import { type ListedLoan, listLoans } from '../records/registers/division-7a.ts';

/** Entities whose loans are read at the same time. */
const AT_ONCE = 10;

/** Loans with a short year stand first, then those with the most still to repay. */
export const handler = endpoint(
  division7aRoutes,
  'GET /v1/reports/division7aloans',
  async ({ actor, today, charge }, { table }) => {
    const entities = await listEntities(table, actor);
    const rows = await pMap(
      entities,
      async (entity) =>
        (await listLoans(table, entity, today, charge)).map((loan) => rowOf(entity, loan, today)),
      { concurrency: AT_ONCE },
    );
    return rows
      .flat()
      .toSorted(
        (one, other) =>
          Number(other.short !== null) - Number(one.short !== null) ||
          (other.year?.stillToRepay ?? 0) - (one.year?.stillToRepay ?? 0) ||
          compareNames(one.borrower, other.borrower),
      );
  },
);

function rowOf(
  { entityId, name: entityName }: OwnedEntity,
  { register: { registerId, name }, facts, figures }: ListedLoan,
  today: CalendarDate,
): LoanRow {
  const present = INCOME_YEARS.yearOf(today);
  const dueOn = INCOME_YEARS.endOf(present);
  const current = figures.years.find(({ year }) => year === present);
  const short = figures.years.filter(({ status }) => status === 'short');
  return {
    entityId,
    entityName,
    registerId,
    name,
    borrower: facts.borrower,
    loanYear: facts.loanYear,
    year: current
      ? {
          year: present,
          status: current.status,
          minimum: toDollars(current.minimum),
          repaid: toDollars(current.repaid),
          stillToRepay: toDollars(current.stillToRepay),
          dueOn,
          daysLeft: daysBetween(today, dueOn),
        }
      : null,
    short:
      short.length === 0
        ? null
        : {
            years: short.map(({ year }) => year),
            shortfall: toDollars(sumCents(short.map(({ shortfall }) => shortfall))),
          },
  };
}
