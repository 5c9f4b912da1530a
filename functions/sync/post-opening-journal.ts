import { toCents } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../lib/endpoint.ts';
import { journalLink } from '../services/xero/links.ts';
import { requestTime } from '../xero/at-xero.ts';
import { linkOf } from '../xero/books.ts';
import { postOpening } from '../xero/post-opening.ts';
import { syncRoutes } from './routes.ts';

export const handler = endpoint(
  syncRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal',
  async ({ entity, schedule, body, deadline }, services) => {
    const link = linkOf(entity);
    if (schedule.archived) {
      const message = 'Cannot access opening balances journal for an archived schedule.';
      throw new Refusal('conflict', 'schedule/archived', message);
    }
    const wanted = {
      ...body,
      lines: body.lineItems.map(({ description, accountId, taxType, amount }) => ({
        description,
        account: accountId,
        taxType,
        amount: toCents(amount),
      })),
    };
    const time = requestTime(services.clock.now(), deadline);
    const journalId = await postOpening(services, entity, schedule, wanted, time);
    return {
      openingBalanceJournalId: journalId,
      openingBalanceJournalXeroUrl: journalLink(services.xeroWeb, link.shortCode, journalId),
    };
  },
);
