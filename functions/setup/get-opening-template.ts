import { openingAt } from '../../domain/contract/covered.ts';
import { openingNarration, type OpeningLine } from '../../domain/journal/opening-balances.ts';
import { toDollars } from '../../domain/money.ts';
import { cutText, MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { readContract } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { syncRoutes } from '../api/sync.ts';
import { openingReference } from '../../domain/posting/document-reference.ts';
import { purchaseRevision, readPurchase } from '../records/schedules/purchases.ts';
import { findPosted, ownPartOf } from '../records/schedules/opening-journals.ts';
import { liabilitiesOf } from '../posting/plan/opening-checks.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { workOutPurchase } from '../../domain/purchase/purchase.ts';
import { openedLines, ownLines } from './loan-parts.ts';
import { linesView } from '../views/purchase.ts';
import { lineTrackingView } from '../views/tracking.ts';
import { trackedLines } from '../xero/tracked-lines.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { linkOf, openSession } from '../xero/session.ts';

/** Uses today's date, unless a journal was posted, or the contract begins later, with a refinance or a purchase. */
export const handler = endpoint(
  syncRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
  async ({ actor, entity, schedule, query, today, deadlines }, services) => {
    const link = linkOf(entity);
    const mapping = liabilitiesOf(schedule);
    const { terms } = schedule;
    const posted = await findPosted(services.table, schedule.scheduleId, link.tenantId);
    const facts = await readPurchase(services.table, schedule.scheduleId);
    const isAtStart = terms.startDate > today || schedule.refinances !== null || facts !== null;
    const first = isAtStart ? terms.startDate : today;
    const date = query.date ?? posted?.date ?? first;
    const includesDate = query.includesDate ?? (query.date === undefined ? posted?.includesDate : undefined);
    const asAt = openingAt(date, terms.startDate, includesDate);
    const session = openSession(services, link, readerFor(actor), deadlines);
    const contract = await readContract(services.table, schedule);
    const own = posted && ownPartOf(posted);
    const reads = cachedReads(services, session);
    const taxRates = await reads.taxRates();
    const tracked = await trackedLines(entity, schedule, [], () => reads.tracking());
    const isOpenedAtStart = date === terms.startDate && !asAt.includesDate;
    const purchase = facts && isOpenedAtStart ? workOutPurchase(facts, terms.loanAmount, taxRates) : null;
    return {
      ...asAt,
      description: cutText(openingNarration(schedule.name), MAX_TEXT_LENGTH),
      lineAmountTypes: 'NoTax' as const,
      lineItems: ownLines(schedule, contract, asAt, mapping).map((line) => ({
        ...lineView(line),
        tracking: lineTrackingView(tracked.of(LIABILITY, line.account)),
      })),
      token: openingReference(schedule.scheduleId, schedule.openingAttempts + 1, services.restores.length),
      posted: own && {
        description: own.description,
        lineAmountTypes: own.lineAmountTypes,
        lineItems: own.lines.map(lineView),
      },
      purchaseLines: purchase && linesView(openedLines(purchase, contract, mapping)),
      purchaseRevision: purchaseRevision(facts),
      taxRates: taxRates.map((rate) => ({
        ...rate,
        appliesTo: [...rate.appliesTo],
      })),
    };
  },
);

/** The four lines are of liabilities, and what a refinance settles is on a clearing account. */
const LIABILITY = 'hirePurchaseCurrent';

const lineView = ({ description, account, taxType, amount }: OpeningLine) => ({
  description,
  accountId: account,
  taxType,
  amount: toDollars(amount),
});
