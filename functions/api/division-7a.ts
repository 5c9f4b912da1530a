/** Division 7A loans, beside the routes that they share with other registers. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Text } from './wire.ts';

const YEAR = 'Please provide an income year.';

/** The year ended 30 June. */
const ofYear = z.object({ year: z.coerce.number(YEAR).int(YEAR) });

const Rate = z.object({
  year: z.number(),
  /** Percent. */
  rate: z.number(),
  rateIs: z.enum(['published', 'entered']),
  source: z.string(),
});

const Found = z.object({
  documentId: z.string(),
  date: z.string(),
  /** Positive: it lowers the loan. */
  amount: z.number(),
  text: z.string(),
  /** The repayment that names it. */
  changeNumber: z.number().nullable(),
});

export const division7aRoutes = defineRoutes({
  'GET /v1/tenants/benchmarkrates': {
    summary: 'The benchmark interest rates of Division 7A, with those that the organisation entered',
    handler: 'registers/list-benchmark-rates',
    allow: 'Guest',
    response: z.array(Rate),
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/tenants/benchmarkrates/{year}': {
    summary: 'Enter the benchmark rate of a year that has no published one',
    handler: 'registers/enter-benchmark-rate',
    allow: 'Admin',
    limit: 'changes',
    body: z.object({ rate: z.number('Please provide the rate in percent.'), source: Text }),
    refuses: ['not-found', 'conflict'],
    uses: ['table:write'],
  },
  'GET /v1/entities/{entityId}/registers/{registerId}/found': {
    summary: 'Receipts and journals of others on the account of a Division 7A loan',
    handler: 'ledger/find-repayments',
    allow: 'Member',
    query: ofYear,
    response: z.array(Found),
    refuses: ['invalid', 'conflict'],
    uses: ['xero'],
  },
  'GET /v1/entities/{entityId}/registers/{registerId}/statement': {
    summary: 'A year of a Division 7A loan on one page',
    handler: 'reports/get-loan-statement',
    allow: 'Guest',
    kind: 'file',
    query: ofYear,
    refuses: ['invalid', 'conflict'],
    uses: ['table:read'],
  },
});
