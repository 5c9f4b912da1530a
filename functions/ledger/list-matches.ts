import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { workOfSchedules } from '../records/schedules/listed-schedules.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import { VendorFailure } from '../lib/vendor-failure.ts';
import { refreshStates } from './refresh-states.ts';
import { reviewMatches } from './review-documents.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { unmatchedPayments } from '../books/unmatched-payments.ts';

/** Schedules that are read from Xero anew for one answer; the others show what was found last. */
const REFRESHED = 5;

export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/entities/{entityId}/matches',
  async ({ actor, entity, deadlines, today, charge }, services) => {
    const { table } = services;
    if (entity.xero === null) return { items: [], next: null };
    const schedules = await listSchedules(table, entity);
    await charge(workOfSchedules(schedules.filter(({ syncedCount }) => syncedCount > 0)));
    const before = await unmatchedPayments(table, schedules, entity.xero.tenantId, today);
    const concerned = new Set(before.map(({ scheduleId }) => scheduleId));
    const stale = schedules.filter(({ scheduleId }) => concerned.has(scheduleId)).slice(0, REFRESHED);
    try {
      for (const schedule of stale) {
        await refreshStates(services, { entity, schedule, reader: readerFor(actor), deadlines });
      }
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
    }
    const items =
      stale.length === 0 ? before : await unmatchedPayments(table, schedules, entity.xero.tenantId, today);
    await reviewMatches(table, entity, stale, items);
    return { items: items.map((item) => ({ ...item, amount: toDollars(item.amount) })), next: null };
  },
);
