import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { ACTIONS, attentionId, attentionRoutes } from '../api/attention.ts';
import { listAttentionItems } from './attention-items.ts';

export const handler = endpoint(
  attentionRoutes,
  'GET /v1/attention',
  async ({ actor, today, charge }, { table }) => {
    const items = await listAttentionItems(table, actor, today, charge);
    return items.map(({ amount, ...item }) => ({
      ...item,
      id: attentionId(item),
      ...(amount !== null && { amount: toDollars(amount) }),
      action: ACTIONS[item.kind],
    }));
  },
);
