import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { changeWrite } from '../records/registers/changes.ts';
import { saveRegister } from '../records/registers/register-writes.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { authorOf } from '../records/users/user.ts';
import { withChange } from './changed-register.ts';
import { answerWith } from './register-answer.ts';
import { readForChange, refuseStale } from './register-state.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/changes',
  async ({ actor, entity, register: read, body, now, today, deadlines }, services) => {
    const { table } = services;
    const state = await readForChange(services, { actor, entity, today, deadlines }, read);
    refuseStale(state, body.revision);
    const { register } = state;
    const { registerId } = register;
    const { number, change } = withChange(state, body);
    const saved = await saveRegister(table, entity, register, { changeNumber: number }, [
      changeWrite(entity.entityId, {
        registerId,
        number,
        change,
        createdAt: new Date(now).toISOString(),
        createdBy: await authorOf(table, actor),
      }),
      auditEntry({
        actor,
        action: 'register/record-change',
        subject: registerId,
        at: now,
        detail: { register: register.name, kind: change.kind },
      }),
    ]);
    await reviewRegisters(services.table, entity, today);
    return answerWith(services, entity, saved, today);
  },
);
