import { businessDate } from '../../domain/calendar.ts';
import { openingLines, openingNarration, type OpeningLine } from '../../domain/journal/opening-balances.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { toDollars } from '../../domain/money.ts';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { readContract } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { syncRoutes } from '../api/sync.ts';
import { openingReference } from '../../domain/posting/document-reference.ts';
import { findPosted, ownPartOf } from '../records/schedules/opening-journals.ts';
import { liabilitiesOf } from '../posting/opening-journal.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { linkOf, openSession, requestDeadlines } from '../xero/session.ts';

/** Uses today's date, unless a journal was posted, or the contract begins later or with a refinance. */
export const handler = endpoint(
  syncRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
  async ({ actor, entity, schedule, query, deadline }, services) => {
    const now = services.clock.now();
    const link = linkOf(entity);
    const mapping = liabilitiesOf(schedule);
    const { opening, terms } = schedule;
    const today = businessDate(now);
    const isAtStart = terms.startDate > today || schedule.refinances !== null;
    const first = isAtStart ? terms.startDate : today;
    const date = query.date ?? (opening?.xeroTenantId === link.tenantId ? opening.date : first);
    const session = openSession(
      services,
      link,
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(now, deadline),
    );
    const lines = openingLines(await readContract(services.table, schedule), date, mapping);
    const posted = await findPosted(services.table, schedule.scheduleId, link.tenantId);
    const own = posted && ownPartOf(posted);
    return {
      date,
      description: openingNarration(schedule.name).slice(0, MAX_TEXT_LENGTH),
      lineAmountTypes: 'NoTax' as const,
      lineItems: [...lines, ...refinancedLines(schedule)].map(lineView),
      token: openingReference(schedule.scheduleId, schedule.openingAttempts + 1),
      posted: own && {
        description: own.description,
        lineAmountTypes: own.lineAmountTypes,
        lineItems: own.lines.map(lineView),
      },
      taxRates: (await cachedReads(services, session).taxRates()).map((rate) => ({
        ...rate,
        appliesTo: [...rate.appliesTo],
      })),
    };
  },
);

/** The amount that a refinance settles through its clearing account, once that is chosen. */
const refinancedLines = ({ refinances }: OwnedSchedule): OpeningLine[] =>
  refinances === null || refinances.clearingAccountId === null
    ? []
    : [
        {
          description: 'Refinanced',
          account: refinances.clearingAccountId,
          taxType: NO_GST,
          amount: refinances.payoutFigure,
        },
      ];

const lineView = ({ description, account, taxType, amount }: OpeningLine) => ({
  description,
  accountId: account,
  taxType,
  amount: toDollars(amount),
});
