/** Division 7A loans, beside the routes that they share with other registers. */
import * as z from 'zod';
import { YEAR_STATUSES } from '../../domain/registers/division-7a.ts';
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

const LoanRow = z.object({
  entityId: z.string(),
  entityName: z.string(),
  registerId: z.string(),
  name: z.string(),
  borrower: z.string(),
  loanYear: z.number(),
  /** The income year in which today lies; null where it is none of the loan's years. */
  year: z
    .object({
      year: z.number(),
      status: z.enum(YEAR_STATUSES),
      minimum: z.number(),
      repaid: z.number(),
      stillToRepay: z.number(),
      dueOn: z.string(),
      /** From today to that day. */
      daysLeft: z.number(),
    })
    .nullable(),
  /** The ended income years in which less than the minimum was repaid, with what is missing in all of them. */
  short: z.object({ years: z.array(z.number()), shortfall: z.number() }).nullable(),
});

export type LoanRow = z.input<typeof LoanRow>;

export const division7aRoutes = defineRoutes({
  'GET /v1/reports/division7aloans': {
    summary: 'The Division 7A loans of all entities, and what each is still to repay by 30 June',
    handler: 'registers/list-loans',
    allow: 'Guest',
    response: z.array(LoanRow),
    refuses: [],
    uses: ['table:read'],
  },
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
