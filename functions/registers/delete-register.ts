import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { deleteRegister, eraseRegister } from '../records/registers/register-writes.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { readForChange } from './register-state.ts';

export const handler = endpoint(
  registerRoutes,
  'DELETE /v1/entities/{entityId}/registers/{registerId}',
  async ({ actor, entity, register: read, now, today, deadlines }, services) => {
    const { register } = await readForChange(services, { actor, entity, today, deadlines }, read);
    const { registerId, name } = register;
    await deleteRegister(services.table, entity, register, now, [
      auditEntry({
        actor,
        action: 'register/delete',
        subject: registerId,
        at: now,
        detail: { register: name },
      }),
    ]);
    await eraseRegister(services, register);
    await reviewRegisters(services.table, entity, today);
  },
);
