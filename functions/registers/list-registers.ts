import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { registerRoutes, type RegisterSummaryView } from '../api/registers.ts';
import { readAllChanges } from '../records/registers/changes.ts';
import { kindOf, knownByKind } from '../records/registers/kinds.ts';
import { listRegisters } from '../records/registers/register.ts';
import { paymentsOf, workOut } from '../records/registers/state.ts';
import { registerSummaryView } from '../views/register.ts';

export const handler = endpoint(
  registerRoutes,
  'GET /v1/entities/{entityId}/registers',
  async ({ entity: { entityId, tenantId }, entity, query, today, charge }, { table }) => {
    const registers = await listRegisters(table, entity);
    const shown = registers.filter(
      ({ kind, facts, archived }) =>
        (query.kind === undefined || kind === query.kind) &&
        (query.scheduleId === undefined || kindOf(kind).wire.scheduleOf(facts) === query.scheduleId) &&
        (!archived || query.IncludeArchived === true),
    );
    const { items, next } = pageOf(shown, query, ({ registerId }) => registerId);
    const changes = items.length > 0 ? await readAllChanges(table, entityId) : new Map();
    const knownOf = knownByKind({ table, tenantId, today });
    const views: RegisterSummaryView[] = [];
    for (const register of items) {
      const own = changes.get(register.registerId) ?? [];
      const worked = workOut(register, own, await knownOf(register.kind));
      await charge(paymentsOf(worked));
      views.push(registerSummaryView(register, worked, { today, asAt: today }));
    }
    return { items: views, next };
  },
);
