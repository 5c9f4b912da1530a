import { calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { ledgerRoutes } from '../api/ledger.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { workOfWrite } from '../records/registers/state.ts';
import { workOfContracts } from '../records/schedules/listed-schedules.ts';
import { runCheck } from './run-check.ts';
import { storeCheck } from './store-check.ts';

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/entities/{entityId}/ledgercheck',
  async ({ actor, entity, body, deadlines, charge }, services) => {
    const date = calendarDate(body.date);
    await charge(workOfContracts(await readListed(services.table, entity)) + workOfWrite(entity));
    const check = await runCheck(services, {
      entity,
      date,
      caller: { priority: 'interactive', userId: actor.userId },
      deadlines,
    });
    const entry = auditEntry({
      actor,
      action: 'ledger/check',
      subject: entity.entityId,
      at: services.clock.now(),
      detail: { date, status: check.status },
    });
    return storeCheck(services, entity, { date, check, isNightly: false }, [entry]);
  },
);
