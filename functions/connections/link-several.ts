import pMap from 'p-map';
import { conflict, invalid, type Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import { notAuthorised, readConsented } from '../records/connections/authorisations.ts';
import { listEntities } from '../records/entities/entity.ts';
import { failureOf } from '../services/xero/error.ts';
import { giveBack, link, linkableOrganisation, type Reached, reachedBy } from './link.ts';

/** Organisations that are checked together: each has a rate limit of its own at Xero. */
const AT_ONCE = 5;

/** Checks the organisations together, then links one entity after the other. A failure leaves the others alone. */
export const handler = endpoint(
  connectionRoutes,
  'POST /v1/connections/xero/link',
  async ({ body: { links }, actor, now, deadlines }, services) => {
    const { table, clock } = services;
    const own = await listEntities(table, actor, { consistent: true });
    const entities = links.map(({ entityId }, index) => {
      const entity = own.find((one) => one.entityId === entityId);
      if (!entity) throw unknownEntityAt(index);
      return entity;
    });
    const authorisation = await readConsented(table, actor);
    if (!authorisation) throw notAuthorised();
    const wanted = links.map(({ id }, index) => reachedBy(authorisation, id, `links.${index}.id`));
    const checked = await pMap(
      wanted,
      async (reached) => {
        try {
          return { organisation: await linkableOrganisation(services, reached, { actor, deadlines }) };
        } catch (error) {
          return { error };
        }
      },
      { concurrency: AT_ONCE },
    );
    const results = [];
    for (const [index, entity] of entities.entries()) {
      const reached = wanted[index] as Reached;
      const { entityId } = entity;
      const id = reached.tenantId;
      const { organisation, error: refusal } = checked[index] ?? {};
      try {
        if (!organisation) throw refusal;
        if (clock.now() > deadlines.startBy) throw outOfTime();
        const { name } = organisation;
        await link(services, entity, reached, organisation, { actor, deadlines, at: now });
        results.push({ entityId, id, status: 'linked' as const, name });
      } catch (error) {
        await giveBack(services, reached, error, deadlines);
        results.push({ entityId, id, status: 'failed' as const, ...failureOf(error) });
      }
    }
    return { results };
  },
);

const unknownEntityAt = (index: number): Refusal =>
  invalid(`links.${index}.entityId`, 'connection/unknown-entity', 'Please choose one of your entities.');

const outOfTime = (): Refusal =>
  conflict('connection/out-of-time', 'There was no time left to link this one. Please try again.');
