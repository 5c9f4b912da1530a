import { LIABILITY_FIELDS, type LiabilityMapping } from '../../domain/accounts/account-mapping.ts';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { PlannedAccount } from '../../domain/accounts/setup-plan.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { OpeningDate } from '../../domain/contract/covered.ts';
import { coveredThrough } from '../../domain/contract/selection.ts';
import { checkOpeningDate, type OpeningLine } from '../../domain/journal/opening-balances.ts';
import { sumCents, toDollars } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { setupRoutes } from '../api/setup.ts';
import { refuseLockedJournal } from '../posting/protocol/refusals.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readContract } from '../records/schedules/events.ts';
import { workOfSchedules } from '../records/schedules/listed-schedules.ts';
import { type OwnedSchedule, refuseArchived } from '../records/schedules/schedule.ts';
import type { XeroTrackingCategory } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';
import { lineTrackingView } from '../views/tracking.ts';
import { trackedLines } from '../xero/tracked-lines.ts';
import { type CachedReads, cachedReads } from '../xero/cached-reads.ts';
import { linkOf, openSession } from '../xero/session.ts';
import { openPayments, type PayablePayment } from '../posting/plan/payable-payments.ts';
import {
  accountPlan,
  checkSharedAccounts,
  choicesFor,
  type LoanChoices,
  chosenSchedules,
  connectionsOf,
  createdAs,
  isSetUp,
  checkChosenTracking,
  choosesTracking,
  openedPurchase,
  ownTracking,
  plannedOpening,
} from './loan-parts.ts';
import { openingNow } from '../records/schedules/sync-state.ts';

export const handler = endpoint(
  setupRoutes,
  'POST /v1/entities/{entityId}/xero/setup/preview',
  async ({ actor, entity, body, today, deadlines, charge }, services) => {
    const { table } = services;
    const chosen = await chosenSchedules(table, entity, body.scheduleIds);
    await charge(workOfSchedules(chosen));
    const session = openSession(
      services,
      linkOf(entity),
      { priority: 'interactive', userId: actor.userId },
      deadlines,
    );
    const reads = cachedReads(services, session);
    const chart = await reads.chart();
    checkSharedAccounts(chart, body);
    const categories = choosesTracking(body) ? await reads.tracking() : [];
    checkChosenTracking(body, categories);
    const waiting = chosen.filter((schedule) => !isSetUp(schedule, entity, body));
    const plan = await accountPlan(table, entity, waiting, body, chart);
    const lockDate = await reads.lockDate();
    const known = { table, entity, chart, categories, lockDate, reads };
    const journals = [];
    const payments = [];
    const problems = [];
    for (const schedule of waiting) {
      const { scheduleId } = schedule;
      try {
        refuseArchived(schedule);
        const contract = await readContract(table, schedule);
        let openedAt: OpeningDate | null = openingNow(schedule, entity);
        const choices = choicesFor(body, schedule);
        const { opening } = choices;
        if (opening !== null && openedAt === null) {
          const mapping = futureMapping(schedule, plan.get(scheduleId) ?? [], chart);
          const loan = { schedule, contract, mapping, choices, opening };
          const { planned, view } = await previewJournal(known, loan);
          journals.push(view);
          openedAt = planned;
        }
        const covered = coveredThrough(contract, openedAt);
        const period = { today, through: today };
        const due = await openPayments(table, { schedule, lockDate }, contract, covered, period);
        payments.push(...firstPayments(scheduleId, due.payments));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problems.push({ scheduleId, code: error.code, message: error.message });
      }
    }
    return {
      accounts: created(plan, chart),
      journals,
      payments,
      problems,
      connections: await connectionsOf(table, entity, waiting),
    };
  },
);

/** The reads of a preview that all its loans share. */
interface Known {
  readonly table: TableReader;
  readonly entity: OwnedEntity;
  readonly chart: readonly LedgerAccount[];
  readonly categories: readonly XeroTrackingCategory[];
  readonly lockDate: CalendarDate | null;
  readonly reads: CachedReads;
}

interface Loan {
  readonly schedule: OwnedSchedule;
  readonly contract: Contract;
  readonly mapping: LiabilityMapping;
  readonly choices: LoanChoices;
  readonly opening: NonNullable<LoanChoices['opening']>;
}

/**
 * Plans the opening journal of a loan.
 * @throws Refusal naming why it can't be posted
 */
async function previewJournal(
  { table, entity, chart, categories, lockDate, reads }: Known,
  { schedule, contract, mapping, choices, opening }: Loan,
) {
  const { scheduleId, terms, syncedNumbers } = schedule;
  const opened = await openedPurchase(table, schedule, choices, () => reads.taxRates());
  const planned = plannedOpening(schedule, contract, mapping, opening, opened);
  const { date, includesDate, lines } = planned;
  refuseLockedJournal(date, lockDate);
  checkOpeningDate(contract, planned, [...syncedNumbers]);
  const hasPaymentOnDate = contract.dueBy(date) > contract.before(date);
  const own = ownTracking(choices, linkOf(entity).tenantId, categories);
  const followed = own === undefined ? schedule : { tracking: own };
  const tracked = await trackedLines(entity, followed, chart, () => reads.tracking());
  if (tracked.problem) throw tracked.problem;
  const liabilities = new Set<string>(Object.values(mapping));
  const roleOf = (account: string) => (liabilities.has(account) ? 'hirePurchaseCurrent' : 'other');
  const view = {
    scheduleId,
    date,
    includesDate,
    asksForDate: hasPaymentOnDate && date !== terms.startDate,
    purchaseRevision: opened?.revision ?? null,
    lines: lines.map((line) => ({
      ...lineView(line),
      tracking: lineTrackingView(tracked.of(roleOf(line.account), line.account)),
    })),
  };
  return { planned, view };
}

function firstPayments(scheduleId: string, due: readonly PayablePayment[]) {
  const dates = due.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return [];
  const total = toDollars(sumCents(due.map(({ amount }) => amount)));
  return [{ scheduleId, count: due.length, first, last, total }];
}

/** Stands for the id of an account that is not created yet. */
const PLANNED = 'planned:';

function futureMapping(
  { accounts }: OwnedSchedule,
  plan: readonly PlannedAccount[],
  chart: readonly LedgerAccount[],
): LiabilityMapping {
  const entries = LIABILITY_FIELDS.map((field) => {
    const planned = plan.find(({ fields }) => fields.includes(field));
    const id = planned && (createdAs(chart, planned)?.id ?? `${PLANNED}${planned.code}`);
    return [field, accounts[field] ?? id ?? ''];
  });
  return Object.fromEntries(entries) as LiabilityMapping;
}

const lineView = ({ account, description, amount }: OpeningLine) => ({
  ...(account.startsWith(PLANNED) ? { code: account.slice(PLANNED.length) } : { accountId: account }),
  description,
  amount: toDollars(amount),
});

/** The accounts that will be created, each once, with the schedules that take them. */
function created(plan: ReadonlyMap<string, readonly PlannedAccount[]>, chart: readonly LedgerAccount[]) {
  const all = [...plan].flatMap(([scheduleId, accounts]) =>
    accounts.map((account) => ({ scheduleId, account })),
  );
  const missing = all.filter(({ account }) => createdAs(chart, account) === undefined);
  return [...Map.groupBy(missing, ({ account }) => account.code).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { code, name, type } = first.account;
    return [{ code, name, type, scheduleIds: same.map(({ scheduleId }) => scheduleId) }];
  });
}
