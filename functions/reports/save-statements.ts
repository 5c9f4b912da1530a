import { toCents } from '../../domain/money.ts';
import { invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { ownPlaces } from '../records/schedules/location.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { reportRoutes } from '../api/reports.ts';
import { dateInPath } from './date-in-path.ts';
import { saveStatements, type StatementBalance } from '../records/entities/statements.ts';

/** Three writes each, and the audit entry, fit into one transaction. */
const MAX_ENTITIES = 32;

export const handler = endpoint(
  reportRoutes,
  'PUT /v1/reports/loans/{date}/statements',
  async ({ actor, params, body, now, today }, { table }) => {
    const date = dateInPath(params.date);
    const ids = body.map(({ scheduleId }) => scheduleId);
    if (new Set(ids).size < ids.length) {
      throw invalid('scheduleId', 'report/statement-twice', 'Please provide one statement a schedule.');
    }
    const places = await ownPlaces(table, actor, ids);
    const balances = body.map(({ scheduleId, balance, reason = '' }, index): StatementBalance => {
      return {
        entityId: places[index]?.entityId ?? '',
        scheduleId,
        balance: balance === null ? null : toCents(balance),
        reason,
      };
    });
    if (new Set(balances.map(({ entityId }) => entityId)).size > MAX_ENTITIES) {
      const message = `Please save the statements of at most ${MAX_ENTITIES} entities at a time.`;
      throw invalid('scheduleId', 'report/too-many-entities', message);
    }
    const detail = { statements: balances.length };
    await saveStatements(table, actor, { date, today }, balances, [
      auditEntry({ actor, action: 'report/save-statements', subject: date, at: now, detail }),
    ]);
  },
);
