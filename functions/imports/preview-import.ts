import type { CellErrors } from '../../domain/import/cell-reader.ts';
import { toDollars } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { judgeRows } from './judge-rows.ts';
import { importRoutes } from '../api/imports.ts';

export const handler = endpoint(
  importRoutes,
  'POST /v1/imports/preview',
  async ({ actor, body }, { table }) => {
    const judged = await judgeRows(table, actor, body.rows);
    return judged.map(({ line, action, entityId, contract, errors, warnings }) => ({
      line,
      action,
      entityId,
      interestRate: contract && contract.schedule.rate.annualPercent,
      firstPaymentDate: contract && contract.schedule.dateOf(1),
      balloon: contract && toDollars(contract.balloon),
      endDate: contract && contract.schedule.endDate,
      totalInterest: contract && toDollars(contract.schedule.totalInterest),
      errors: messagesOf(errors),
      warnings: messagesOf(warnings),
    }));
  },
);

const messagesOf = (messages: CellErrors): Record<string, string[]> =>
  Object.fromEntries(Object.entries(messages).map(([column, texts]) => [column, [...texts]]));
