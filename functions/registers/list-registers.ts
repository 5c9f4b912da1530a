import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { registerRoutes } from '../api/registers.ts';
import { readAllChanges } from '../records/registers/changes.ts';
import { kindOf, knownByKind } from '../records/registers/kinds.ts';
import { listRegisters } from '../records/registers/register.ts';
import { workOut } from '../records/registers/state.ts';
import { registerSummaryView } from '../views/register.ts';

export const handler = endpoint(
  registerRoutes,
  'GET /v1/entities/{entityId}/registers',
  async ({ entity: { entityId, tenantId }, entity, query, today }, { table }) => {
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
    const views = items.map(async (register) => {
      const known = await knownOf(register.kind);
      const worked = workOut(register, changes.get(register.registerId) ?? [], known);
      return registerSummaryView(register, worked, { today, asAt: today });
    });
    return { items: await Promise.all(views), next };
  },
);
