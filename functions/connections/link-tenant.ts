import { endpoint } from '../access/endpoint.ts';
import { connectionRoutes } from '../api/connections.ts';
import {
  latestAuthorisation,
  notAuthorised,
  readAuthorisation,
  type XeroAuthorisation,
} from '../records/connections/authorisations.ts';
import { readDirectoryEntry } from '../records/entities/directory.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readListed } from '../records/entities/schedule-chunks.ts';
import { workOfListed } from '../records/schedules/listed-schedules.ts';
import type { XeroServices } from '../services/context.ts';
import { entityView } from '../views/entity.ts';
import { giveBack, link, linkableOrganisation, reachedBy } from './link.ts';

/** The page sends a name as well; Xero's own name is used. */
export const handler = endpoint(
  connectionRoutes,
  'POST /v1/entities/{entityId}/xero/tenant',
  async ({ entity, body, actor, now, today, deadlines, charge }, services) => {
    const { table, xeroWeb } = services;
    await charge(workOfListed(await readListed(table, entity)));
    const reached = reachedBy(await authorisationOf(services, entity), body.id, 'id');
    const organisation = await linkableOrganisation(services, reached, { actor, deadlines }).catch(
      async (error: unknown) => {
        await giveBack(services, reached, error, deadlines);
        throw error;
      },
    );
    const linked = await link(services, entity, reached, organisation, { actor, deadlines, at: now });
    return entityView(table, await readDirectoryEntry(table, linked), { today, xeroWeb });
  },
);

/** Returns the authorisation of the latest consent for the entity. */
async function authorisationOf(
  { table }: XeroServices,
  { entityId }: OwnedEntity,
): Promise<XeroAuthorisation> {
  const authorisationId = await latestAuthorisation(table, entityId);
  const authorisation = authorisationId === null ? null : await readAuthorisation(table, authorisationId);
  if (!authorisation) throw notAuthorised();
  return authorisation;
}
