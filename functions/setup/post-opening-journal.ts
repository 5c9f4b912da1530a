import { openingAt } from '../../domain/contract/covered.ts';
import { toCents } from '../../domain/money.ts';
import { conflict } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { journalLink } from '../services/xero/links.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import { syncRoutes } from '../api/sync.ts';
import { postOpeningJournal } from '../posting/post-one.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { linkOf } from '../xero/session.ts';

export const handler = endpoint(
  syncRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal',
  async ({ actor, entity, schedule, body, now, today, deadlines }, services) => {
    const link = linkOf(entity);
    if (schedule.archived) {
      const message = 'Cannot access opening balances journal for an archived schedule.';
      throw conflict('schedule/archived', message);
    }
    const wanted = {
      ...body,
      ...openingAt(body.date, schedule.terms.startDate, body.includesDate),
      lines: body.lineItems.map(({ description, accountId, taxType, amount }) => ({
        description,
        account: accountId,
        taxType,
        amount: toCents(amount),
      })),
    };
    const journalId = await postOpeningJournal(
      services,
      auditedRequest({ actor, entity, deadlines }, { action: 'schedule/post-opening-journal', at: now }),
      schedule,
      wanted,
    );
    const { scheduleId } = schedule;
    const posted = await ownSchedule(services.table, entity, scheduleId);
    // The journal may have stopped auto sync.
    await reviewSchedule(services.table, entity, posted, { today, autoSyncFailure: null });
    return {
      openingBalanceJournalId: journalId,
      openingBalanceJournalXeroUrl: journalLink(services.xeroWeb, link.shortCode, journalId),
    };
  },
);
