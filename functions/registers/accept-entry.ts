import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { entryAcceptanceWrite } from '../records/registers/entries.ts';
import { nothingToAccept } from '../records/schedules/findings.ts';
import { readState } from '../records/registers/state.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { nameOfUser } from '../records/users/user.ts';
import { commit } from '../store/table.ts';
import { entryNumber } from './register-state.ts';

/** Accepts the present state of a journal that was changed or voided in Xero. */
export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/acceptance',
  async ({ actor, entity, register, params, body: { note }, now, today }, { table }) => {
    const state = await readState(table, entity.tenantId, register, today);
    const entry = state.stored.get(entryNumber(state, params.number));
    const finding = entry?.xeroTenantId === entity.xero?.tenantId ? entry?.finding : null;
    const isDeviating = finding?.status === 'changed' || finding?.status === 'missing';
    if (entry?.state !== 'posted' || !isDeviating) throw nothingToAccept();
    const given = { note, by: await nameOfUser(table, actor.userId), at: new Date(now).toISOString() };
    await commit(table, [
      entryAcceptanceWrite(entry, finding, given),
      auditEntry({
        actor,
        action: 'register/accept-entry',
        subject: register.registerId,
        at: now,
        detail: { register: register.name, entry: entry.number, note },
      }),
    ]);
    await reviewRegisters(table, entity, today);
  },
);
