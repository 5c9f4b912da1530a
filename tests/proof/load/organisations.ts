/** The organisations under load: many small ones, and one of each size at the limit. */
import { randomUUID } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { messageWrite } from '../../../functions/records/tenants/messages.ts';
import type { Body, RouteClient } from '../../../functions/client/route-client.ts';
import { createDynamoClient } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import type { Product } from '../../support/local-product.ts';
import { control, productClient, signInTo } from '../../../scripts/local/product-client.ts';
import { linkToXero, takePlan } from '../../../scripts/local/sample-data.ts';
import { chooseAccounts } from '../../journeys/contracts.ts';

const PASSWORD = 'Load-Proof-1';
const IMPORT_ROWS = 500;
const BATCH = 25;
const DAY = 86_400_000;

export const LARGE = { entities: 20_000, schedules: 2_000, messages: 5_000, payments: 3_200, events: 20 };
export type Sizes = typeof LARGE;

export const TERMS = {
  paymentFrequency: 'monthly',
  loanAmount: 50_000,
  startDate: '2025-01-15',
  firstPaymentOnStartDate: false,
  administrationFee: 0,
  autoSync: false,
  schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1_000 }],
} as const;

export interface Place {
  readonly entityId: string;
  readonly scheduleId: string;
}

export interface Organisation {
  readonly name: string;
  readonly credentials: { readonly email: string; readonly password: string };
  /** Schedules that users look at. */
  readonly places: readonly Place[];
  /** Whether its entity can have no more schedules. */
  readonly isFull: boolean;
  /** A schedule whose payments may be synced; null for an organisation without a link to Xero. */
  readonly linked: Place | null;
}

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

async function signUp(
  { origin }: Product,
  name: string,
): Promise<Organisation['credentials'] & { call: RouteClient }> {
  const credentials = { email: `${name}@example.com`, password: PASSWORD };
  await productClient(origin)('POST /v1/users', {
    body: { ...credentials, givenName: 'Ada', surname: 'Byron', tenantName: name },
  });
  const { token } = await signInTo(origin, credentials);
  return { ...credentials, call: productClient(origin, token) };
}

/** An organisation with two entities of three schedules, linked to a Xero organisation of its own if asked. */
export async function smallOrganisation(
  product: Product,
  number: number,
  isLinked: boolean,
): Promise<Organisation> {
  const name = `small-${number}`;
  const { call, ...credentials } = await signUp(product, name);
  const places: Place[] = [];
  for (const entity of ['First', 'Second']) {
    const { id: entityId } = await call('POST /v1/entities', { body: { name: entity } });
    for (const description of ['Tractor', 'Truck', 'Trailer']) {
      const body = { ...TERMS, description };
      const { id } = await call('POST /v1/entities/{entityId}/schedules', { params: { entityId }, body });
      places.push({ entityId, scheduleId: id });
    }
  }
  const [first] = places;
  if (!first) throw new Error('There is no schedule.');
  if (isLinked) {
    await control(`${product.xero}/_control/organisations`, 'POST', { name });
    await takePlan(product, call);
    await linkToXero(product, call, first.entityId, name);
    await call(`POST ${SCHEDULE}/configuration/sync/xero`, { params: first });
    await chooseAccounts(call, first);
  }
  return { name, credentials, places, isFull: false, linked: isLinked ? first : null };
}

/** Imports schedules, each into the entity that `entityOf` names for its number. */
async function importMany(
  call: RouteClient,
  count: number,
  entityOf: (index: number) => string,
): Promise<void> {
  for (let start = 0; start < count; start += IMPORT_ROWS) {
    const rows = Array.from({ length: Math.min(IMPORT_ROWS, count - start) }, (_, index) => ({
      line: index + 2,
      entity: entityOf(start + index),
      name: `Loader ${start + index}`,
      loanAmount: '50,000',
      startDate: '15/1/2025',
      frequency: 'Monthly',
      firstPaymentOnStartDate: 'No',
      terms: [{ qty: '60', amount: '1,000' }],
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
  name: string,
  furnish: (call: RouteClient) => Promise<void>,
  isFull = false,
): Promise<Organisation> {
  const { call, ...credentials } = await signUp(product, name);
  await furnish(call);
  return { name, credentials, places: await somePlaces(call), isFull, linked: null };
}

export const manyEntities = (product: Product, { entities }: Sizes): Promise<Organisation> =>
  large(product, 'many-entities', (call) => importMany(call, entities, (index) => `Entity ${index}`));

export const manySchedules = (product: Product, { schedules }: Sizes): Promise<Organisation> =>
  large(product, 'many-schedules', (call) => importMany(call, schedules, () => 'Fleet'), true);

export const manyMessages = (product: Product, { messages }: Sizes): Promise<Organisation> =>
  large(product, 'many-messages', async (call) => {
    await importMany(call, 5, () => 'Quiet');
    const { id: tenantId } = await call('GET /v1/tenants/current');
    const client = createDynamoClient({ endpoint: product.database, region: 'local' });
    for (let start = 0; start < messages; start += BATCH) {
      const puts = Array.from({ length: BATCH }, (_, index) => {
        const number = start + index;
        const { put } = messageWrite({
          tenantId,
          now: Date.now() + number,
          id: randomUUID(),
          about: `load#${number}`,
          minimumRole: 'Guest',
          entityId: null,
          subject: 'Payments are due',
          message: `Message ${number} of a busy organisation.`,
        });
        return { PutRequest: { Item: put } };
      });
      await client.send(new BatchWriteCommand({ RequestItems: { paydown: puts } }));
    }
    client.destroy();
  });

type Event = Body<`POST ${typeof SCHEDULE}/events/preview`>;

export const longSchedules = (product: Product, { payments, events }: Sizes): Promise<Organisation> =>
  large(product, 'long-schedules', async (call) => {
    const { id: entityId } = await call('POST /v1/entities', { body: { name: 'Long' } });
    const body = {
      ...TERMS,
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
      const date = new Date(Date.parse(TERMS.startDate) + number * 14 * DAY).toISOString().slice(0, 10);
      const event: Event = { kind: 'extra-repayment', date, amount: 100, keep: 'payment' };
      const { revision } = await call(`POST ${SCHEDULE}/events/preview`, { params, body: event });
      await call(`POST ${SCHEDULE}/events`, { params, body: { ...event, revision } });
    }
  });
