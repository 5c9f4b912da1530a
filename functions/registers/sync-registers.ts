import pMap from 'p-map';
import { invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { postEntries, type WantedEntries } from '../posting/registers.ts';
import { readAllChanges } from '../records/registers/changes.ts';
import { knownByKind } from '../records/registers/kinds.ts';
import { listRegisters, type OwnedRegister } from '../records/registers/register.ts';
import { paymentsOf, statedEntries, workOut } from '../records/registers/state.ts';
import { syncedEntries } from './synced-entries.ts';

/** Registers whose answers are read at the same time. */
const AT_ONCE = 10;

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/sync',
  async ({ actor, entity, body, now, today, deadlines, charge }, services) => {
    const { table } = services;
    const { tenantId, entityId } = entity;
    const registersNow = async (): Promise<ReadonlyMap<string, OwnedRegister>> =>
      new Map((await listRegisters(table, entity)).map((register) => [register.registerId, register]));
    const known = await registersNow();
    const ids = [...new Set(body.registerIds)];
    const registers = ids.flatMap((id) => known.get(id) ?? []);
    if (registers.length < ids.length) {
      throw invalid('registerIds', 'register/unknown', 'Please choose registers of the entity.');
    }
    const changes = await readAllChanges(table, entityId);
    const knownOf = knownByKind({ table, tenantId, today });
    const wanted: WantedEntries[] = [];
    for (const register of registers) {
      const { registerId, kind } = register;
      const worked = workOut(register, changes.get(registerId) ?? [], await knownOf(kind));
      await charge(paymentsOf(worked));
      const open = statedEntries(register, worked.entries).filter(
        ({ state, date }) => (state === 'open' || state === 'posting') && date <= body.through,
      );
      wanted.push({ registerId, numbers: open.map(({ number }) => number) });
    }
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'register/post-entries', at: now },
    );
    const results = await postEntries(
      services,
      request,
      wanted.filter(({ numbers }) => numbers.length > 0),
    );
    await reviewRegisters(services.table, entity, today);
    const after = await registersNow();
    const answers = await pMap(
      wanted,
      async ({ registerId, numbers }) => {
        const register = after.get(registerId);
        if (!register) return [];
        const result = results.find(({ ownerId }) => ownerId === registerId);
        return [
          { registerId, ...(await syncedEntries(services, entity, { register, numbers, result }, today)) },
        ];
      },
      { concurrency: AT_ONCE },
    );
    return { registers: answers.flat() };
  },
);
