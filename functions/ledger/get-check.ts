import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { notFound, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { readCheck } from '../records/entities/ledger-checks.ts';
import type { LedgerCheck } from '../api/ledger-check.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'GET /v1/entities/{entityId}/ledgercheck',
  async ({ entity: { entityId, xero }, query }, { table }) => {
    const date = query.date === undefined ? null : calendarDate(query.date);
    const check = await readCheck(table, entityId, date);
    // The result of another Xero organisation says nothing about the one that is linked now.
    if (check?.xeroTenantId !== (xero?.tenantId ?? '')) throw notChecked();
    return JSON.parse(check.json) as z.input<typeof LedgerCheck>;
  },
);

const notChecked = (): Refusal =>
  notFound('ledger/not-checked', 'The ledger of this entity has not been checked yet.');
