import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { ownRegister } from '../records/registers/register.ts';
import { createRegister } from '../records/registers/register-writes.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { authorOf } from '../records/users/user.ts';
import { checkedNewRegister } from './new-register.ts';
import { answerWith } from './register-answer.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers',
  async ({ actor, entity, body, now, today, deadlines }, services) => {
    const { table, ids } = services;
    const registerId = ids.uuid();
    const asked = { actor, entity, today, deadlines };
    const { register } = await checkedNewRegister(services, asked, body, { registerId, now });
    const createdBy = await authorOf(table, actor);
    const createdAt = new Date(now).toISOString();
    const changes = body.changes.map((change, index) => ({
      registerId,
      number: index + 1,
      change,
      createdAt,
      createdBy,
    }));
    await createRegister(table, entity, register, changes, [
      auditEntry({
        actor,
        action: 'register/create',
        subject: registerId,
        at: now,
        detail: { register: register.name, kind: register.kind },
      }),
    ]);
    await reviewRegisters(services.table, entity, today);
    return answerWith(services, entity, await ownRegister(table, entity, registerId), today);
  },
);
