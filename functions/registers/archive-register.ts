import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { saveRegister } from '../records/registers/register-writes.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { answerWith } from './register-answer.ts';
import { readForChange } from './register-state.ts';

/** Archiving the last register in use gives the entity's connection back; restoring it takes one. */
export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/archive',
  async ({ actor, entity, register: read, body: { archive: archived }, now, today, deadlines }, services) => {
    const { register } = await readForChange(services, { actor, entity, today, deadlines }, read);
    const action = archived ? 'register/archive' : 'register/unarchive';
    const saved =
      register.archived === archived
        ? register
        : await saveRegister(services.table, entity, register, { archived }, [
            auditEntry({
              actor,
              action,
              subject: register.registerId,
              at: now,
              detail: { register: register.name },
            }),
          ]);
    await reviewRegisters(services.table, entity, today);
    return answerWith(services, entity, saved, today);
  },
);
