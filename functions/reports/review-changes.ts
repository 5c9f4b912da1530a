/** The figures of loans that a review covers, and how they have changed since. */
import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { type Cents, formatMoney, sumCents } from '../../domain/money.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { ReviewedFigures, SignOff } from '../records/entities/statements.ts';
import { type LoggedEntry, readAuditLog } from '../records/tenants/audit-log.ts';
import { fullName, readUsers } from '../records/users/user.ts';
import type { TableReader } from '../store/table.ts';
import type { LeftOut, PackLoan } from './pack-loan.ts';

/** A loan whose figures are not those that were reviewed. */
export interface ReviewChange {
  readonly scheduleId: string;
  readonly description: string;
  readonly text: string;
  /** The user who last changed the loan since the review; null where Paydown posted or the account is deleted. */
  readonly by: string | null;
  /** The instant of that change; null where no user made it. */
  readonly at: string | null;
}

/** In the order in which they are stored. None depends on options of the pack. */
const FIGURES: readonly (readonly [name: string, of: (loan: PackLoan) => Cents | null])[] = [
  ['opening balance', ({ figures }) => figures.movement.opening],
  ['interest', ({ figures }) => figures.movement.interest],
  ['closing balance', ({ figures }) => figures.movement.closing],
  ['due within a year', ({ figures }) => figures.maturity.upTo1Year.gross],
  ['fees to come', ({ figures }) => sumCents(figures.feesByYear.map(({ amount }) => amount))],
  ['accrued interest', ({ figures }) => figures.accruedInterest],
  ['not posted by the date', ({ figures }) => figures.overdue],
  ['balance in Xero', ({ ledger }) => ledger?.xero ?? null],
];

/** Actions of users that can change a figure. */
const CHANGES =
  /^schedule\/(?:create|update|delete|record-event|undo-event|change-payment|sync-\w+|(?:reverse|dishonour)-payment|post-\S+)$/;

const MOST_ENTRIES = 200;

const figuresOf = (loan: PackLoan): (Cents | null)[] => FIGURES.map(([, of]) => of(loan));

export const reviewedFigures = (loans: readonly PackLoan[]): ReviewedFigures =>
  Object.fromEntries(loans.map((loan) => [loan.scheduleId, figuresOf(loan)]));

/** Returns the changed loans of an entity, each with its last change by a user. */
export async function changesSince(
  table: TableReader,
  entity: OwnedEntity,
  { at, figures }: { readonly at: SignOff['at']; readonly figures: ReviewedFigures },
  now: {
    readonly loans: readonly PackLoan[];
    readonly leftOut: readonly LeftOut[];
    readonly today: CalendarDate;
  },
): Promise<ReviewChange[]> {
  const changed = differences(figures, now.loans, now.leftOut);
  if (changed.length === 0) return [];
  const { entityId } = entity;
  const period = { from: businessDate(at), to: now.today };
  const { items } = await readAuditLog(table, entity, { ...period, entityId, limit: MOST_ENTRIES });
  const since = items.filter((entry) => Date.parse(entry.at) > at && CHANGES.test(entry.action));
  const lastOf = (scheduleId: string): LoggedEntry | undefined =>
    since.find((entry) => entry.scheduleId === scheduleId);
  const userIds = changed.flatMap(({ scheduleId }) => lastOf(scheduleId)?.userId ?? []);
  const users = await readUsers(table, [...new Set(userIds)]);
  return changed.map((change) => {
    const last = lastOf(change.scheduleId);
    const user = users.find(({ userId }) => userId === last?.userId);
    return { ...change, by: user ? fullName(user) : null, at: last?.at ?? null };
  });
}

function differences(
  figures: ReviewedFigures,
  loans: readonly PackLoan[],
  leftOut: readonly LeftOut[],
): Pick<ReviewChange, 'scheduleId' | 'description' | 'text'>[] {
  const shown = new Set(loans.map(({ scheduleId }) => scheduleId));
  const gone = Object.keys(figures).filter((scheduleId) => !shown.has(scheduleId));
  return [
    ...loans.flatMap((loan) => {
      const text = differenceText(figures[loan.scheduleId], loan);
      return text === '' ? [] : [{ scheduleId: loan.scheduleId, description: loan.description, text }];
    }),
    ...gone.flatMap((scheduleId) => {
      const left = leftOut.find((one) => one.scheduleId === scheduleId);
      // The reader has left archived loans out.
      if (left?.isArchived) return [];
      return [{ scheduleId, description: left?.description ?? 'A loan', text: 'no longer in the report' }];
    }),
  ];
}

function differenceText(reviewed: ReviewedFigures[string] | undefined, loan: PackLoan): string {
  if (!reviewed) return 'not in the report when it was reviewed';
  const now = figuresOf(loan);
  return FIGURES.flatMap(([name], index) => {
    const [before, after] = [reviewed[index] ?? null, now[index] ?? null];
    // A ledger check after the review is no change.
    if (before === after || before === null || after === null) return [];
    return [`${name} ${formatMoney(before)} → ${formatMoney(after)}`];
  }).join(', ');
}
