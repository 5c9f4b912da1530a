import { conflict, notFound } from '../../domain/refusal.ts';
import { checkRegister } from '../../domain/registers/register-kind.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { changeEnd, findChange } from '../records/registers/changes.ts';
import { refuseArchivedRegister } from '../records/registers/register.ts';
import { saveRegister } from '../records/registers/register-writes.ts';
import { refuseAlteredEntries, workOut } from '../records/registers/state.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { readForChange } from './register-state.ts';

const unknownChange = () => notFound('register/unknown-change', 'The change could not be found.');

export const handler = endpoint(
  registerRoutes,
  'DELETE /v1/entities/{entityId}/registers/{registerId}/changes/{number}',
  async ({ actor, entity, register: read, params, now, today, deadlines }, services) => {
    const found = await findChange(services.table, read, Number(params.number));
    if (!found || String(found.number) !== params.number) throw unknownChange();
    const state = await readForChange(services, { actor, entity, today, deadlines }, read);
    const { register, changes, stored, worked } = state;
    refuseArchivedRegister(register);
    const change = changes.find(({ number }) => number === found.number);
    if (!change) throw unknownChange();
    const { domain, facts, known } = worked;
    if (domain.alteredEntry === 'refuse' && change !== changes.at(-1)) {
      throw conflict('register/not-newest', 'Only the newest change can be deleted.');
    }
    const left = changes.filter((one) => one !== change);
    const after = workOut(register, left, known);
    checkRegister(domain, facts, after.changes, known);
    refuseAlteredEntries(register.name, worked, after, stored, 'change');
    await saveRegister(services.table, entity, register, {}, [
      changeEnd(entity.entityId, change),
      auditEntry({
        actor,
        action: 'register/delete-change',
        subject: register.registerId,
        at: now,
        detail: { register: register.name, kind: change.change.kind },
      }),
    ]);
    await reviewRegisters(services.table, entity, today);
  },
);
