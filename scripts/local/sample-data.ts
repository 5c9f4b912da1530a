/**
 * Sample data: a demo owner with two entities and five schedules of different kinds, one of them set up and synced to
 * the simulated Xero. Created through the API and the simulators' controls, as a user would.
 */
import { NO_GST } from '../../domain/gst/tax-types.ts';
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

/** Creates the sample data unless the demo owner exists already. */
export async function loadSampleData(places: Places): Promise<Credentials> {
  const anyone = productClient(places.origin);
  const exists = await signInTo(places.origin, DEMO).then(
    () => true,
    () => false,
  );
  if (exists) return DEMO;
  await anyone('POST /v1/users', {
    body: { ...DEMO, givenName: 'Demo', surname: 'Owner', tenantName: 'Demo Bookkeeping' },
  });
  const call = productClient(places.origin, (await signInTo(places.origin, DEMO)).token);
  const createEntity = async (name: string): Promise<string> =>
    (await call('POST /v1/entities', { body: { name } })).id;
  const createSchedule = async (entityId: string, body: Terms): Promise<string> =>
    (await call('POST /v1/entities/{entityId}/schedules', { params: { entityId }, body })).id;

  const farm = await createEntity('Riverbend Orchards');
  const transport = await createEntity('Coastline Transport');
  const tractor = await createSchedule(farm, TRACTOR);
  for (const schedule of [SPRAYER, COOL_ROOM]) await createSchedule(farm, schedule);
  for (const schedule of [TRUCK, TRAILERS]) await createSchedule(transport, schedule);

  await takePlan(places, call);
  await linkToXero(places, call, farm);
  await setUp(call, farm, tractor);
  return DEMO;
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

export async function takePlan({ stripe }: Places, call: RouteClient): Promise<void> {
  const plans = await call('GET /v1/subscriptionplans');
  const plan = plans.find(({ prices }) => prices.length > 0);
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

/** Enables the schedule, creates its accounts, posts its opening balances, and syncs the first payments. */
async function setUp(call: RouteClient, entityId: string, scheduleId: string): Promise<void> {
  const params = { entityId, scheduleId };
  await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero', { params });
  const create = async (code: string, name: string, type: 'CURRLIAB' | 'TERMLIAB'): Promise<string> => {
    const body = { code, name: `Tractor - ${name}`, type };
    return (await call('POST /v1/entities/{entityId}/accounts', { params, body })).id;
  };
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params });
  const first = (wanted: (account: (typeof accounts)[number]) => boolean): string =>
    accounts.find(wanted)?.id ?? '';
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings', {
    params,
    body: {
      autoSync: false,
      bankAccountId: first(({ type }) => type === 'BANK'),
      interestExpenseAccountId: first(({ name }) => name === 'Interest Expense'),
      administrationFeeId: first(({ name }) => name === 'Bank Fees'),
      hirePurchaseCurrentId: await create('874.001', 'Payments remaining', 'CURRLIAB'),
      hirePurchaseNonCurrentId: await create('924.001', 'Payments remaining (NC)', 'TERMLIAB'),
      unexpiredChargesCurrentId: await create('875.001', 'Unexpired charges', 'CURRLIAB'),
      unexpiredChargesNonCurrentId: await create('925.001', 'Unexpired charges (NC)', 'TERMLIAB'),
    },
  });
  const { taxRates: _, ...template } = await call(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    { params, query: { date: TRACTOR.startDate } },
  );
  const net = Math.round(template.lineItems.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  const asset = first(({ type }) => type === 'FIXED');
  const atCost = { description: 'Tractor at cost', accountId: asset, taxType: NO_GST, amount: -net };
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal', {
    params,
    body: { ...template, lineItems: [...template.lineItems, atCost] },
  });
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments', {
    params,
    body: { SyncSchedulePayments: schedulePayments.slice(0, SYNCED).map(({ id }) => id) },
  });
}
