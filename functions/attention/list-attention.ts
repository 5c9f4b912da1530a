import { businessDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { attentionId, ACTIONS } from '../api/attention.ts';
import { listOpenMatters } from './open-matters.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(reportRoutes, 'GET /v1/attention', async ({ actor }, { table, clock }) => {
  const matters = await listOpenMatters(table, actor.tenantId, businessDate(clock.now()));
  return matters.map(({ subject: _subject, amount, ...matter }) => ({
    ...matter,
    id: attentionId(matter),
    ...(amount !== null && { amount: toDollars(amount) }),
    action: ACTIONS[matter.kind],
  }));
});
