import { bankAccounts, inOrderOfCode } from '../../domain/accounts/ledger-account.ts';
import { endpoint } from '../access/endpoint.ts';
import { requestTime } from '../posting/posting-session.ts';
import { linkOf, openBooks } from '../posting/xero-calls.ts';
import { readChart } from '../posting/chart.ts';
import { pageOf } from '../lib/page.ts';
import { connectionRoutes } from './routes.ts';

export const handler = endpoint(
  connectionRoutes,
  'GET /v1/entities/{entityId}/accounts',
  async ({ entity, query, deadline }, services) => {
    const books = openBooks(services, linkOf(entity), requestTime(services.clock.now(), deadline));
    const chart = await readChart(services.xero, books);
    const banks = bankAccounts(chart);
    const shown = chart.filter(
      (account) => account.status === 'ACTIVE' && (account.type !== 'BANK' || banks.includes(account)),
    );
    return pageOf(inOrderOfCode(shown), query, ({ id }) => id);
  },
);
