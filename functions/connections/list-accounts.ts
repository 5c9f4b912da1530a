import { bankAccounts, inOrderOfCode } from '../../domain/accounts/ledger-account.ts';
import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { connectionRoutes } from '../api/connections.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { readerFor } from '../xero/organisation-rate-limiter.ts';
import { linkOf, openSession } from '../xero/session.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/accounts',
  async ({ actor, entity, query, deadlines }, services) => {
    const session = openSession(services, linkOf(entity), readerFor(actor), deadlines);
    const chart = await cachedReads(services, session).chart();
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
