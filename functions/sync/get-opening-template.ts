import { businessDate } from '../../domain/calendar.ts';
import { openingLines, openingNarration, type OpeningLine } from '../../domain/journal/opening-balances.ts';
import { toDollars } from '../../domain/money.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { endpoint } from '../access/endpoint.ts';
import { syncRoutes } from './routes.ts';
import { findPosted, ownPartOf } from '../posting/opening-journal-store.ts';
import { mappingOf } from '../posting/opening-journal.ts';
import { cachedReads } from '../posting/cached-reads.ts';
import { linkOf, openSession, requestDeadlines } from '../posting/xero-session.ts';

/** Uses today's date, unless a journal was posted or the contract begins later. */
export const handler = endpoint(
  syncRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
  async ({ actor, entity, schedule, query, deadline }, services) => {
    const now = services.clock.now();
    const link = linkOf(entity);
    const mapping = mappingOf(schedule);
    const { opening, terms } = schedule;
    const today = businessDate(now);
    const first = terms.startDate > today ? terms.startDate : today;
    const date = query.date ?? (opening?.xeroTenantId === link.tenantId ? opening.date : first);
    const session = openSession(
      services,
      link,
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(now, deadline),
    );
    const lines = openingLines(amortise(terms), date, mapping);
    const posted = await findPosted(services.table, schedule.scheduleId, link.tenantId);
    const own = posted && ownPartOf(posted);
    return {
      date,
      description: openingNarration(schedule.name).slice(0, MAX_TEXT_LENGTH),
      lineAmountTypes: 'NoTax' as const,
      lineItems: lines.map(lineView),
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

const lineView = ({ description, account, taxType, amount }: OpeningLine) => ({
  description,
  accountId: account,
  taxType,
  amount: toDollars(amount),
});
