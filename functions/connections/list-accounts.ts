import { bankAccounts, inOrderOfCode } from '../../domain/accounts/ledger-account.ts';
import { endpoint } from '../lib/endpoint.ts';
import { requestTime } from '../xero/at-xero.ts';
import { linkOf, openBooks } from '../xero/books.ts';
import { readChart } from '../xero/chart.ts';
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
