/**
 * Sample data: a demo owner with two entities and five schedules of different kinds. One is set up and synced to the
 * simulated Xero; the others lead through linking, set-up and posting. Created through the API and the simulators' controls, as a user would.
 */
import type { Body, RouteClient } from '../../functions/client/route-client.ts';
import {
  consentAtXero,
  control,
  payAtStripe,
  type Places,
  productClient,
  signInTo,
} from './product-client.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const DEMO: Credentials = { email: 'demo@paydown.example', password: 'Explore-Loans-1' };

type Terms = Body<'POST /v1/entities/{entityId}/schedules'>;

/** Follows the organisation's name until everything in it exists. */
const UNDER_WAY = ' (being created)';

/** Creates the sample data unless it exists already; goes on where an earlier attempt failed. */
export async function loadSampleData(places: Places): Promise<Credentials> {
  const anyone = productClient(places.origin);
  const tokens = await signInTo(places.origin, DEMO).catch(async () => {
    await anyone('POST /v1/users', {
      body: { ...DEMO, givenName: 'Demo', surname: 'Owner', tenantName: `Demo Bookkeeping${UNDER_WAY}` },
    });
    return signInTo(places.origin, DEMO);
  });
  const call = productClient(places.origin, tokens.token);
  const tenant = await call('GET /v1/tenants/current');
  if (!tenant.name.endsWith(UNDER_WAY)) return DEMO;

  const farm = await entityOf(call, 'Riverbend Orchards', [TRACTOR, SPRAYER, COOL_ROOM]);
  await entityOf(call, 'Coastline Transport', [TRUCK, TRAILERS]);
  const { maxConnections } = await call('GET /v1/tenants/subscription');
  if (maxConnections === 0) await takePlan(places, call);
  const { hasXeroLink } = await call('GET /v1/entities/{entityId}', { params: { entityId: farm } });
  if (!hasXeroLink) await linkToXero(places, call, farm);
  await setUp(call, farm);
  await addOrganisation(places, 'Coastline Transport');
  await call('PUT /v1/tenants/{tenantId}', {
    params: { tenantId: tenant.id },
    body: { name: tenant.name.replace(UNDER_WAY, '') },
  });
  return DEMO;
}

/** Returns the id of the entity, which then has the schedules. */
async function entityOf(call: RouteClient, name: string, schedules: readonly Terms[]): Promise<string> {
  const known = (await call('GET /v1/entities', {})).find((entity) => entity.name === name);
  const { id: entityId } = known ?? (await call('POST /v1/entities', { body: { name } }));
  const params = { entityId };
  const existing = await call('GET /v1/entities/{entityId}/schedules', { params });
  for (const body of schedules) {
    if (existing.some(({ description }) => description === body.description)) continue;
    await call('POST /v1/entities/{entityId}/schedules', { params, body });
  }
  return entityId;
}

const contract = (
  description: string,
  paymentFrequency: Terms['paymentFrequency'],
  loanAmount: number,
  startDate: string,
  payments: readonly (readonly [qty: number, amount: number])[],
  more: Partial<Terms> = {},
): Terms => ({
  description,
  paymentFrequency,
  loanAmount,
  startDate,
  firstPaymentOnStartDate: false,
  schedulePaymentPlans: payments.map(([qty, amount], index) => ({ number: index + 1, qty, amount })),
  administrationFee: 0,
  autoSync: false,
  ...more,
});

const TRACTOR = contract('Tractor', 'monthly', 86_000, '2025-08-20', [[60, 1_715.5]], {
  administrationFee: 5,
  lender: 'Westpac',
  contractNumber: 'WBC-118204',
  asset: 'John Deere 5075E',
  kind: 'hire-purchase',
});
const SPRAYER = contract('Orchard sprayer', 'quarterly', 32_400, '2025-03-31', [[16, 2_390]], {
  lender: 'Rural Finance',
  contractNumber: 'RF-20931',
  kind: 'chattel-mortgage',
});
/** From the lender's own table: payments on business days. */
const { schedulePaymentPlans: _none, ...COOL_ROOM } = contract(
  'Cool room',
  'yearly',
  58_000,
  '2024-07-01',
  [],
  {
    lender: 'Regional Credit Union',
    contractNumber: 'RCU 77-0412',
    kind: 'loan',
    notes: 'The table comes with the offer of 12 June 2024.',
    schedulePayments: [
      { paymentDate: '2025-07-01', payments: 12_500, interest: 4_060, endingBalance: 49_560 },
      { paymentDate: '2026-07-01', payments: 12_500, interest: 3_469.2, endingBalance: 40_529.2 },
      { paymentDate: '2027-07-01', payments: 12_500, interest: 2_837.04, endingBalance: 30_866.24 },
      { paymentDate: '2028-07-03', payments: 12_500, interest: 2_172.48, endingBalance: 20_538.72 },
      { paymentDate: '2029-07-02', payments: 21_976.43, interest: 1_437.71, endingBalance: 0 },
    ],
  },
);
const TRUCK = contract(
  'Prime mover',
  'monthly',
  240_000,
  '2024-11-30',
  [
    [47, 5_120],
    [1, 48_000],
  ],
  {
    firstPaymentOnStartDate: true,
    lender: 'Volvo Finance',
    contractNumber: 'VF-55019',
    kind: 'hire-purchase',
  },
);
const TRAILERS = contract('Two trailers', 'weekly', 64_000, '2025-06-06', [[156, 468.75]]);

export async function takePlan(
  { stripe }: Places,
  call: RouteClient,
  wanted: 'first' | 'largest' = 'first',
): Promise<void> {
  const plans = (await call('GET /v1/subscriptionplans')).filter(({ prices }) => prices.length > 0);
  const plan =
    wanted === 'first' ? plans[0] : plans.toSorted((a, b) => b.maxConnections - a.maxConnections)[0];
  const price = plan?.prices.find(({ interval }) => interval === 'month');
  if (!plan || !price) throw new Error('There is no plan to take.');
  const body = { planId: plan.id, priceId: price.id };
  const { redirectUrl } = await call('POST /v1/tenants/session/subscription', { body });
  const StripeSessionId = await payAtStripe(stripe, redirectUrl);
  await call('GET /v1/tenants/subscription/anticipate', { query: { StripeSessionId } });
}

/** Links an entity to an organisation in the simulated Xero, the first one by default. */
export async function linkToXero(
  { xero }: Places,
  call: RouteClient,
  entityId: string,
  organisation?: string,
): Promise<void> {
  const { url } = await call('POST /v1/connections/xero', {
    body: { connectionType: 'entity', redirectPath: `/entity/${entityId}/authorise`, entityId },
  });
  const query = await consentAtXero(xero, url, organisation ?? (await firstOrganisation(xero)));
  const { data } = await call('GET /v1/connections/xero', { query });
  const [body] = Array.isArray(data) ? data : [];
  if (!body) throw new Error('The consent reaches no Xero organisation.');
  await call('POST /v1/entities/{entityId}/xero/tenant', { params: { entityId }, body });
}

async function firstOrganisation(xero: string): Promise<string> {
  const state = await control<{ organisations: { name: string }[] }>(`${xero}/_control/state`);
  return state.organisations[0]?.name ?? '';
}

/** A year of the tractor's payments. */
const SYNCED = 12;

/** Sets schedules up in Xero, each with an account of its own. @throws Error when one is refused */
export async function setUpInXero(
  call: RouteClient,
  entityId: string,
  scheduleIds: readonly string[],
  opening: { readonly date: string; readonly code: string },
): Promise<void> {
  const params = { entityId };
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params });
  const idOf = (code: string): string => accounts.find((account) => account.code === code)?.id ?? '';
  const body = {
    scheduleIds: [...scheduleIds],
    bankAccountId: idOf('090'),
    interestExpenseAccountId: idOf('437'),
    administrationFeeId: idOf('404'),
    liability: 'each' as const,
    opening: { date: opening.date, accountId: idOf(opening.code) },
    autoSync: false,
  };
  for (let isWaiting = true; isWaiting;) {
    const { schedules } = await call('POST /v1/entities/{entityId}/xero/setup', { params, body });
    const refused = schedules.find(({ status }) => status !== 'ready' && status !== 'waiting');
    if (refused) throw new Error(`A schedule was not set up: ${refused.message}`);
    isWaiting = schedules.some(({ status }) => status === 'waiting');
  }
}

/** Sets the tractor up with its opening balances, its asset at cost, and posts its first payments. */
async function setUp(call: RouteClient, entityId: string): Promise<void> {
  const schedules = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  const scheduleId = schedules.find(({ description }) => description === TRACTOR.description)?.id ?? '';
  await setUpInXero(call, entityId, [scheduleId], { date: TRACTOR.startDate, code: '710' });
  const params = { entityId, scheduleId };
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  const unsynced = schedulePayments.slice(0, SYNCED).filter(({ xeroSynchronized }) => !xeroSynchronized);
  if (unsynced.length === 0) return;
  await postPayments(call, params, unsynced);
}

/** Posts payments, none of which can be in the simulated books already, whatever the search finds there. */
export async function postPayments(
  call: RouteClient,
  params: { readonly entityId: string; readonly scheduleId: string },
  payments: readonly { readonly id: string }[],
): Promise<void> {
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments', {
    params,
    body: {
      SyncSchedulePayments: payments.map(({ id }) => id),
      decisions: payments.map(({ id }) => ({ paymentId: id, decision: 'post' as const })),
    },
  });
}

/** Adds the organisation in Xero that the second entity is to be linked to, by its name. */
async function addOrganisation({ xero }: Places, name: string): Promise<void> {
  const { organisations } = await control<{ organisations: { name: string }[] }>(`${xero}/_control/state`);
  if (organisations.some((known) => known.name === name)) return;
  await control(`${xero}/_control/organisations`, 'POST', { name });
}
