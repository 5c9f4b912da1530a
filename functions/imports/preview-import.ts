import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { judgeRows } from './judge-rows.ts';
import { importRoutes } from '../api/imports.ts';

export const handler = endpoint(
  importRoutes,
  'POST /v1/imports/preview',
  async ({ actor, body }, { table }) => {
    const judged = await judgeRows(table, actor.tenantId, body.rows);
    return judged.map(({ line, action, entityId, contract, errors }) => ({
      line,
      action,
      entityId,
      interestRate: contract && contract.schedule.rate.annualPercent,
      endDate: contract && contract.schedule.endDate,
      totalInterest: contract && toDollars(contract.schedule.totalInterest),
      errors: Object.fromEntries(Object.entries(errors).map(([column, texts]) => [column, [...texts]])),
    }));
  },
);
