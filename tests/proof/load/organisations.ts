/** The organisations under load: many small ones, and one of each size at the limit. */
import { randomUUID } from 'node:crypto';
import { messageWrite } from '../../../functions/records/tenants/messages.ts';
import type { Body, RouteClient } from '../../../functions/client/route-client.ts';
import { createDynamoClient } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Product } from '../../support/local-product.ts';
import { chooseAccounts, linkEntity, takePlan } from '../../journeys/contracts.ts';
import { newUser, type Person } from '../../journeys/portal.ts';
import { IMPORT_ROW, WORKED_EXAMPLE } from '../../support/contracts.ts';
import { putItems } from '../../support/table-copy.ts';

const IMPORT_ROWS = 500;
const DAY = 86_400_000;

export const LARGE = { entities: 20_000, schedules: 2_000, messages: 5_000, payments: 3_200, events: 20 };
export type Sizes = typeof LARGE;

export interface Place {
  readonly entityId: string;
  readonly scheduleId: string;
}

export interface Organisation {
  readonly owner: Person;
  /** Schedules that users look at. */
  readonly places: readonly Place[];
  /** Whether its entity can have no more schedules. */
  readonly isFull: boolean;
  /** A schedule whose payments may be synced; null for an organisation without a link to Xero. */
  readonly linked: Place | null;
}

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

/** An organisation with two entities of three schedules, linked to a Xero organisation of its own if asked. */
export async function smallOrganisation(product: Product, isLinked: boolean): Promise<Organisation> {
  const owner = await newUser(product);
  const { call } = owner;
  const places: Place[] = [];
  for (const entity of ['First', 'Second']) {
    const { id: entityId } = await call('POST /v1/entities', { body: { name: entity } });
    for (const description of ['Tractor', 'Truck', 'Trailer']) {
      const body = { ...WORKED_EXAMPLE, description };
      const { id } = await call('POST /v1/entities/{entityId}/schedules', { params: { entityId }, body });
      places.push({ entityId, scheduleId: id });
    }
  }
  const [first] = places;
  if (!first) throw new Error('There is no schedule.');
  if (isLinked) {
    await takePlan(product, owner);
    await linkEntity(product, owner, first.entityId);
    await call(`POST ${SCHEDULE}/configuration/sync/xero`, { params: first });
    await chooseAccounts(call, first);
  }
  return { owner, places, isFull: false, linked: isLinked ? first : null };
}

/** Imports schedules, each into the entity that `entityOf` names for its number. */
async function importMany(
  call: RouteClient,
  count: number,
  entityOf: (index: number) => string,
): Promise<void> {
  for (let start = 0; start < count; start += IMPORT_ROWS) {
    const rows = Array.from({ length: Math.min(IMPORT_ROWS, count - start) }, (_, index) => ({
      ...IMPORT_ROW,
      line: index + 2,
      entity: entityOf(start + index),
      name: `Loader ${start + index}`,
    }));
    await call('POST /v1/imports', { body: { importId: randomUUID(), rows, createEntities: true } });
  }
}

async function somePlaces(call: RouteClient): Promise<Place[]> {
  const entities = await call('GET /v1/entities', { query: { limit: 5 } });
  const places = entities.map(async ({ id: entityId }) => {
    const query = { limit: 5 };
    const listed = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId }, query });
    return listed.map(({ id }) => ({ entityId, scheduleId: id }));
  });
  return (await Promise.all(places)).flat();
}

async function large(
  product: Product,
  furnish: (call: RouteClient) => Promise<void>,
  isFull = false,
): Promise<Organisation> {
  const owner = await newUser(product);
  await furnish(owner.call);
  return { owner, places: await somePlaces(owner.call), isFull, linked: null };
}

export const manyEntities = (product: Product, { entities }: Sizes): Promise<Organisation> =>
  large(product, (call) => importMany(call, entities, (index) => `Entity ${index}`));

export const manySchedules = (product: Product, { schedules }: Sizes): Promise<Organisation> =>
  large(product, (call) => importMany(call, schedules, () => 'Fleet'), true);

export const manyMessages = (product: Product, { messages }: Sizes): Promise<Organisation> =>
  large(product, async (call) => {
    await importMany(call, 5, () => 'Quiet');
    const { id: tenantId } = await call('GET /v1/tenants/current');
    const client = createDynamoClient({ endpoint: product.database, region: 'local' });
    const writes = Array.from({ length: messages }, (_, number) =>
      messageWrite({
        tenantId,
        now: Date.now() + number,
        id: randomUUID(),
        about: `load#${number}`,
        minimumRole: 'Guest',
        entityId: null,
        subject: 'Payments are due',
        message: `Message ${number} of a busy organisation.`,
      }),
    );
    await putItems(
      client,
      writes.map(({ put }) => put),
    );
    client.destroy();
  });

type Event = Body<`POST ${typeof SCHEDULE}/events/preview`>;

export const longSchedules = (product: Product, { payments, events }: Sizes): Promise<Organisation> =>
  large(product, async (call) => {
    const { id: entityId } = await call('POST /v1/entities', { body: { name: 'Long' } });
    const body = {
      ...WORKED_EXAMPLE,
      description: 'Land',
      paymentFrequency: 'weekly',
      loanAmount: 1_000_000,
      schedulePaymentPlans: [{ number: 1, qty: payments, amount: Math.ceil(1_300_000 / payments) }],
    } as const;
    const { id: scheduleId } = await call('POST /v1/entities/{entityId}/schedules', {
      params: { entityId },
      body,
    });
    const params = { entityId, scheduleId };
    for (let number = 1; number <= events; number++) {
      const date = new Date(Date.parse(WORKED_EXAMPLE.startDate) + number * 14 * DAY)
        .toISOString()
        .slice(0, 10);
      const event: Event = { kind: 'extra-repayment', date, amount: 100, keep: 'payment' };
      const { revision } = await call(`POST ${SCHEDULE}/events/preview`, { params, body: event });
      await call(`POST ${SCHEDULE}/events`, { params, body: { ...event, revision } });
    }
  });
