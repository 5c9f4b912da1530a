import { invalid, Refusal } from '../../domain/refusal.ts';
import { may } from '../../domain/roles.ts';
import type { Actor } from '../access/actor.ts';
import { refuseWithoutFactor } from '../access/roles.ts';
import { endpoint } from '../access/endpoint.ts';
import type { TableReader, Write } from '../store/table.ts';
import { messageWrite } from '../records/tenants/messages.ts';
import { readRole } from '../records/tenants/members.ts';
import { readTenant, recordXeroLink, type StoredTenant, unknownTenant } from '../records/tenants/tenant.ts';
import { ownEntity, type OwnedEntity, sizeOfEntity } from '../records/entities/entity.ts';
import { refuseBeyondSize, sumOfSizes } from '../records/tenants/size.ts';
import { refuseMerge } from './merge-entity.ts';
import { refuseBeyondPlan } from './move.ts';
import { findNamesake, moveEntity, nameClash } from './move-entity.ts';
import { entityRoutes } from '../api/entities.ts';
import { reconciledSchedules } from '../posting/protocol/run-posting.ts';

/** Checks the whole selection first. Later failures are reported by entity, and moved entities stay moved. */
export const handler = endpoint(
  entityRoutes,
  'POST /v1/entities/migrate',
  async ({ actor, body, deadlines }, services) => {
    const { table, clock } = services;
    const { targetTenantId, mergeConflicts } = body;
    const ids = [...new Set(body.entities)];
    const target = await ownTarget(table, actor, targetTenantId);
    refuseWithoutFactor(target, actor, services);
    const entities = await Promise.all(ids.map((id) => ownEntity(table, actor, id)));
    await refuseSelection(table, entities, target, mergeConflicts);
    const request = { userId: actor.userId, deadlines };
    for (const entity of entities) await reconciledSchedules(services, { ...request, entity });

    const moved: string[] = [];
    const refusals: { id: string; refusal: Refusal }[] = [];
    for (const entityId of ids) {
      try {
        const now = clock.now();
        const messages = messagesOf(actor, entities, { entityId, target, now, id: services.ids.uuid() });
        await moveEntity(table, { actor, entityId, targetTenantId, now, messages }, mergeConflicts);
        const isLinked = entities.some((entity) => entity.entityId === entityId && entity.xero !== null);
        if (isLinked) await recordXeroLink(table, targetTenantId, now);
        moved.push(entityId);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        refusals.push({ id: entityId, refusal: error });
      }
    }
    const [first] = refusals;
    if (first && moved.length === 0) throw first.refusal;
    return { entities: moved, errors: refusals.map(({ id, refusal }) => ({ id, message: refusal.message })) };
  },
);

interface Departure {
  readonly entityId: string;
  readonly target: StoredTenant;
  readonly now: number;
  readonly id: string;
}

/** Returns the message to the Owner about an entity that an Admin moved out of the organisation. */
function messagesOf(
  actor: Actor,
  entities: readonly OwnedEntity[],
  { entityId, target, now, id }: Departure,
): Write[] {
  if (actor.role === 'Owner') return [];
  const name = entities.find((entity) => entity.entityId === entityId)?.name ?? 'An entity';
  const write = messageWrite({
    tenantId: actor.tenantId,
    now,
    id,
    about: `entity-moved#${entityId}`,
    minimumRole: 'Owner',
    entityId,
    subject: 'An entity was moved to another organisation',
    message: `${name} was moved to the organisation ${target.name} by an Admin, with everything in it.`,
    link: '/',
  });
  return [write];
}

/** @throws Refusal `not-found` for an organisation without the caller, `forbidden` below Admin there. */
async function ownTarget(table: TableReader, actor: Actor, targetTenantId: string): Promise<StoredTenant> {
  const [role, target] = await Promise.all([
    readRole(table, actor.userId, targetTenantId),
    readTenant(table, targetTenantId),
  ]);
  if (role === null || target === null) throw unknownTenant();
  if (!may(role, 'migrate entities')) {
    throw new Refusal('forbidden', 'role/too-low', 'This needs the role Admin in the other organisation.');
  }
  if (targetTenantId === actor.tenantId) {
    const message = 'Please choose another organisation.';
    throw invalid('targetTenantId', 'migration/same-organisation', message);
  }
  return target;
}

async function refuseSelection(
  table: TableReader,
  entities: readonly OwnedEntity[],
  target: StoredTenant,
  mergeConflicts: boolean,
): Promise<void> {
  const namesakes = await Promise.all(
    entities.map(async (entity) => ({ entity, into: await findNamesake(table, entity, target.tenantId) })),
  );
  const clashes = namesakes.flatMap(({ entity, into }) => (into ? [{ entity, into }] : []));
  if (clashes.length > 0 && !mergeConflicts) throw nameClash(clashes.map(({ entity }) => entity.name));
  for (const { entity, into } of clashes) refuseMerge(entity, into);
  // Two entities that both have registers in use count one connection for them afterwards.
  const shared = clashes.filter(({ entity, into }) => entity.registersInUse > 0 && into.registersInUse > 0);
  const sizes = namesakes.map(({ entity, into }) => {
    const size = sizeOfEntity(entity);
    return into?.xero ? { ...size, xeroOrganisations: 0 } : size;
  });
  await refuseBeyondSize(table, target.tenantId, sumOfSizes(sizes), 'The other organisation’s');
  refuseBeyondPlan(
    target,
    entities.reduce((sum, { connected }) => sum + connected, -shared.length),
  );
}
