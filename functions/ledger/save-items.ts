import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { saveItems } from '../records/entities/ledger-checks.ts';
import { itemsView } from './items-view.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'PUT /v1/entities/{entityId}/ledgercheck/items',
  async ({ actor, entity, body }, { table, clock }) => {
    const items = body.items.map(({ accountId, amount, note, until }) => ({
      account: accountId,
      amount: toCents(amount),
      note,
      until: until === null ? null : calendarDate(until),
    }));
    const entry = auditEntry({
      actor,
      action: 'ledger/save-items',
      subject: entity.entityId,
      at: clock.now(),
      detail: { items: items.length },
    });
    await saveItems(table, entity.entityId, items, [entry]);
    return itemsView(items);
  },
);
