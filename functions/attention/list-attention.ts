import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { attentionId, ACTIONS } from '../api/attention.ts';
import { listAttentionItems } from './attention-items.ts';
import { reportRoutes } from '../api/reports.ts';

export const handler = endpoint(reportRoutes, 'GET /v1/attention', async ({ actor, today }, { table }) => {
  const items = await listAttentionItems(table, actor, today);
  return items.map(({ amount, ...item }) => ({
    ...item,
    id: attentionId(item),
    ...(amount !== null && { amount: toDollars(amount) }),
    action: ACTIONS[item.kind],
  }));
});
