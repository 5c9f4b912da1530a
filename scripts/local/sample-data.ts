/**
 * Something worth looking at: a demo owner with two entities and five schedules of different kinds, one of them set up
 * and synced to the simulated Xero. Made through the API and the simulators' own controls, as a person would.
 */
import type { Frequency } from '../../domain/schedule/frequency.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export const DEMO: Credentials = { email: 'demo@paydown.example', password: 'Paydown-Demo-1' };

interface Places {
  readonly origin: string;
  readonly xero: string;
  readonly stripe: string;
}

type Json = Record<string, unknown>;

/** Makes the sample data unless the demo owner exists already. */
export async function loadSampleData(places: Places): Promise<Credentials> {
  const known = await fetch(`${places.origin}/v1/users/authenticate`, json('POST', DEMO));
  if (known.ok) return DEMO;
  await send(places.origin, 'POST', '/v1/users', {
    ...DEMO,
    givenName: 'Demo',
    surname: 'Owner',
    tenantName: 'Demo Bookkeeping',
  });
  const { token } = await send(places.origin, 'POST', '/v1/users/authenticate', DEMO);
  const call = (method: string, path: string, body?: Json): Promise<Json> =>
    send(places.origin, method, path, body, String(token));

  const create = async (path: string, body: Json): Promise<string> =>
    String((await call('POST', path, body))['id']);
  const farm = await create('/v1/entities', { name: 'Riverbend Orchards' });
  const transport = await create('/v1/entities', { name: 'Coastline Transport' });
  const tractor = await create(`/v1/entities/${farm}/schedules`, TRACTOR);
  for (const schedule of [SPRAYER, COOL_ROOM]) await create(`/v1/entities/${farm}/schedules`, schedule);
  for (const schedule of [TRUCK, TRAILERS]) await create(`/v1/entities/${transport}/schedules`, schedule);

  await takePlan(places, call);
  await linkToXero(places, call, farm);
  await setUp(call, farm, tractor);
  return DEMO;
}

const contract = (
  description: string,
  paymentFrequency: Frequency,
  loanAmount: number,
  startDate: string,
  payments: readonly (readonly [qty: number, amount: number])[],
  more: Json = {},
): Json => ({
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

async function takePlan({ stripe }: Places, call: Call): Promise<void> {
  const plans = (await call('GET', '/v1/subscriptionplans')) as unknown as {
    id: string;
    prices: { id: string; interval: string }[];
  }[];
  const plan = plans.find(({ prices }) => prices.length > 0);
  const price = plan?.prices.find(({ interval }) => interval === 'month');
  if (!plan || !price) throw new Error('There is no plan to take.');
  const { redirectUrl } = await call('POST', '/v1/tenants/session/subscription', {
    planId: plan.id,
    priceId: price.id,
  });
  const sessionId = /cs_[\w]+/.exec(String(redirectUrl))?.[0] ?? '';
  await send(stripe, 'POST', '/_control/checkout', { sessionId, outcome: 'pay' });
  await call('GET', `/v1/tenants/subscription/anticipate?StripeSessionId=${sessionId}`);
}

async function linkToXero({ xero }: Places, call: Call, entityId: string): Promise<void> {
  const { url } = await call('POST', '/v1/connections/xero', {
    connectionType: 'entity',
    redirectPath: `/entity/${entityId}/authorise`,
    entityId,
  });
  const { organisations } = (await send(xero, 'GET', '/_control/state')) as {
    organisations: { name: string }[];
  };
  const consent = await send(xero, 'POST', '/_control/consent', {
    authoriseUrl: url,
    decision: 'allow',
    organisations: [organisations[0]?.name],
  });
  const { searchParams } = new URL(String(consent['location']));
  const { data } = (await call('GET', `/v1/connections/xero?${searchParams.toString()}`)) as {
    data: { id: string; name: string }[];
  };
  await call('POST', `/v1/entities/${entityId}/xero/tenant`, { ...data[0] });
}

/** A year of the tractor's payments. */
const SYNCED = 12;

/** Enables the schedule, makes its accounts, posts its opening balances, and syncs the first payments. */
async function setUp(call: Call, entityId: string, scheduleId: string): Promise<void> {
  const path = `/v1/entities/${entityId}/schedules/${scheduleId}`;
  await call('POST', `${path}/configuration/sync/xero`);
  const account = async (code: string, name: string, type: string): Promise<string> =>
    String(
      (await call('POST', `/v1/entities/${entityId}/accounts`, { code, name: `Tractor - ${name}`, type }))[
        'id'
      ],
    );
  const listed = (await call('GET', `/v1/entities/${entityId}/accounts`)) as unknown as {
    id: string;
    name: string;
    type: string;
  }[];
  const first = (wanted: (account: (typeof listed)[number]) => boolean): string =>
    listed.find(wanted)?.id ?? '';
  await call('PUT', `${path}/configuration/sync/xero/settings`, {
    autoSync: false,
    bankAccountId: first(({ type }) => type === 'BANK'),
    interestExpenseAccountId: first(({ name }) => name === 'Interest Expense'),
    administrationFeeId: first(({ name }) => name === 'Bank Fees'),
    hirePurchaseCurrentId: await account('874.001', 'Payments remaining', 'CURRLIAB'),
    hirePurchaseNonCurrentId: await account('924.001', 'Payments remaining (NC)', 'TERMLIAB'),
    unexpiredChargesCurrentId: await account('875.001', 'Unexpired charges', 'CURRLIAB'),
    unexpiredChargesNonCurrentId: await account('925.001', 'Unexpired charges (NC)', 'TERMLIAB'),
  });
  const template = (await call(
    'GET',
    `${path}/templates/openingbalancejournal?date=${String(TRACTOR['startDate'])}`,
  )) as {
    lineItems: { amount: number }[];
  };
  const net = Math.round(template.lineItems.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100;
  await call('PUT', `${path}/sync/xero/openingbalancejournal`, {
    ...template,
    lineItems: [
      ...template.lineItems,
      {
        description: 'Tractor at cost',
        accountId: first(({ type }) => type === 'FIXED'),
        taxType: 'BASEXCLUDED',
        amount: -net,
      },
    ],
  });
  const { schedulePayments } = (await call('GET', path)) as { schedulePayments: { id: string }[] };
  await call('PUT', `${path}/sync/xero/payments`, {
    SyncSchedulePayments: schedulePayments.slice(0, SYNCED).map(({ id }) => id),
  });
}

type Call = (method: string, path: string, body?: Json) => Promise<Json>;

function json(method: string, body: unknown, token?: string): RequestInit {
  return {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

async function send(
  origin: string,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<Json> {
  const response = await fetch(origin + path, json(method, body, token));
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Json);
}
