import { endpoint } from '../access/endpoint.ts';
import { scheduleView } from '../views/schedule.ts';
import { refreshStates } from './refresh-states.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/xerostatus',
  async ({ actor, entity, schedule, deadlines, today }, services) => {
    const { table, xeroWeb } = services;
    const reader = readerFor(actor);
    const checkedAt = await refreshStates(services, { entity, schedule, reader, deadlines });
    const view = await scheduleView(table, schedule, { entity, today, xeroWeb });
    return {
      checkedAt,
      payments: view.schedulePayments,
      events: view.events,
      openingBalanceJournal: view.openingBalanceJournalState,
    };
  },
);
