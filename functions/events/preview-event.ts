import type * as z from 'zod';
import { calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { taxWarnings } from '../../domain/journal/default-taxes.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { toDollars } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { fromWire } from '../../domain/event-kinds/kinds.ts';
import { expensedInterest } from '../../domain/reports/expensed-interest.ts';
import { nextPayment } from '../../domain/contract/payments-due.ts';
import { endpoint } from '../access/endpoint.ts';
import type { Ids } from '../lib/ids.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { openSession } from '../xero/session.ts';
import { trackedLines } from '../xero/tracked-lines.ts';
import { ratesOf, taxSetting } from '../xero/tax-setting.ts';
import type { XeroServices } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import { paymentId } from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { paymentView } from '../views/payment.ts';
import { documentView } from '../views/document.ts';
import { type PlannedEvent, planEvent } from './plan-event.ts';
import { refinancedTerms, refinanceOpening } from './refinance.ts';
import { eventRoutes } from '../api/events.ts';
import type { NewEvent } from '../api/new-event.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview',
  async ({ actor, entity, schedule, body, today, deadlines }, services) => {
    const request = { entity, userId: actor.userId, deadlines };
    const date = calendarDate(body.date);
    const plan = await planEvent(services, request, schedule, { date, change: fromWire(body) });
    const { contract, before, states, applied, warnings, revision } = plan;
    const context = { entity, today, xeroWeb: services.xeroWeb };
    const documents = [
      ...(plan.document ? [plan.document] : []),
      ...refinanceDocuments(body, plan, services.ids),
    ];
    const posting = await postingOf(services, request, schedule, plan);
    return {
      k: applied.k,
      before: figuresOf(schedule, before.contract, plan, today),
      after: {
        ...figuresOf(schedule, contract, plan, today),
        schedulePayments: contract.payments.map((payment) =>
          paymentView(schedule, contract, payment, states.get(payment.number), context),
        ),
      },
      documents: documents.map((document) => documentView(document, posting.trackingOf)),
      warnings: [...warnings, ...posting.warnings],
      revision,
    };
  },
);

interface Posting {
  readonly trackingOf?: NonNullable<Parameters<typeof documentView>[1]>;
  /** About the tax rates of accounts, and about tracking that can't be used. */
  readonly warnings: readonly string[];
}

/** Returns the tracking and the warnings that Xero decides; none without a link, and while Xero does not answer. */
async function postingOf(
  services: XeroServices,
  { entity, userId, deadlines }: PostingRequest,
  schedule: OwnedSchedule,
  { document }: PlannedEvent,
): Promise<Posting> {
  if (entity.xero === null || document === null) return { warnings: [] };
  try {
    const session = openSession(services, entity.xero, { priority: 'interactive', userId }, deadlines);
    const reads = cachedReads(services, session);
    const chart = await reads.chart();
    const taxes = await taxSetting(chart, schedule, () => ratesOf(services, session));
    const tracked = await trackedLines(entity, schedule, chart, () => reads.tracking());
    const warnings = taxWarnings([document], taxes, ['interestExpense']);
    return {
      trackingOf: ({ role, account }) => tracked.of(role, account),
      warnings: tracked.problem ? [...warnings, tracked.problem.message] : warnings,
    };
  } catch (error) {
    if (error instanceof XeroError) return { warnings: [] };
    throw error;
  }
}

/** The opening journal of the schedule that a refinance creates. */
function refinanceDocuments(
  body: z.output<typeof NewEvent>,
  { applied }: PlannedEvent,
  ids: Ids,
): LedgerDocument[] {
  const { change } = applied.event;
  if (body.kind !== 'refinance' || change.kind !== 'refinance') return [];
  return [refinanceOpening(refinancedTerms(body.newSchedule, ids), change)];
}

function figuresOf(
  { scheduleId }: OwnedSchedule,
  contract: Contract,
  { applied: { effectiveDate } }: PlannedEvent,
  today: CalendarDate,
) {
  const next = nextPayment(contract, today);
  const last = contract.segments.at(-1) ?? contract.planAt(today);
  return {
    interestRate: last.rate.annualPercent,
    endDate: contract.endDate,
    totalInterest: toDollars(expensedInterest(contract)),
    paymentCount: contract.count,
    nextPayment: next && {
      id: paymentId(scheduleId, next.number),
      number: next.number,
      paymentDate: next.date,
      payments: toDollars(next.amount),
      administrationFee: toDollars(next.fee),
    },
    balance: toDollars(contract.balanceAt(effectiveDate)),
  };
}
