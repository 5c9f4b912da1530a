import { bankAccounts, inOrderOfCode } from '../../domain/accounts/ledger-account.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { connectionRoutes } from '../api/connections.ts';
import { pageReads } from '../xero/cached-reads.ts';
import { linkOf } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/accounts',
  async ({ actor, entity, query, deadlines }, services) => {
    const chart = await pageReads(services, linkOf(entity), { actor, deadlines }).chart();
    const banks = bankAccounts(chart);
    const shown = chart.filter((account) =>
      account.status === 'ACTIVE'
        ? account.type !== 'BANK' || banks.includes(account)
        : query.IncludeArchived === true,
    );
    const { items, next } = pageOf(inOrderOfCode(shown), query, ({ id }) => id);
    return {
      items: items.map((account) => ({
        ...account,
        ...(account.status !== 'ACTIVE' && { isArchived: true as const }),
      })),
      next,
    };
  },
);
