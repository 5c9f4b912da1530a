/** Contracts in the states that journeys start from, based on the worked example. */
import { NO_GST } from '../../domain/gst/tax-types.ts';
import type { Body } from '../../functions/client/route-client.ts';
import { consentAtXero, payAtStripe } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import type { Person } from './portal.ts';
import { newXeroOrganisation } from './simulators.ts';

type Terms = Body<'POST /v1/entities/{entityId}/schedules'>;

export interface Contract {
  readonly entityId: string;
  readonly scheduleId: string;
  /** The path of its page. */
  readonly path: string;
}

/** A contract that can sync, and the name of its Xero organisation. */
export interface ConnectedContract extends Contract {
  readonly xeroName: string;
}

/** 50,000 repaid by 60 × 1,000 monthly from 15 January 2025. */
const HILUX: Terms = {
  description: 'Toyota HiLux',
  loanAmount: 50_000,
  paymentFrequency: 'monthly',
  startDate: '2025-01-15',
  firstPaymentOnStartDate: false,
  schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1_000 }],
  administrationFee: 0,
  autoSync: false,
};

export async function newEntity({ call }: Person, name = 'Riverbend Orchards'): Promise<string> {
  return (await call('POST /v1/entities', { body: { name } })).id;
}

export async function newContract(person: Person, terms: Partial<Terms> = {}): Promise<Contract> {
  return addContract(person, await newEntity(person), terms);
}

export async function addContract(
  { call }: Person,
  entityId: string,
  terms: Partial<Terms> = {},
): Promise<Contract> {
  const body = { ...HILUX, ...terms };
  const { id } = await call('POST /v1/entities/{entityId}/schedules', { params: { entityId }, body });
  return { entityId, scheduleId: id, path: `/entity/${entityId}/${id}` };
}

/** Buys the smallest paid plan, with five connections. */
export async function takePlan(product: Product, { call }: Person): Promise<void> {
  const plans = await call('GET /v1/subscriptionplans');
  const plan = plans.find(({ name }) => name === 'Starter');
  const price = plan?.prices.find(({ interval }) => interval === 'month');
  const body = { planId: plan?.id ?? '', priceId: price?.id ?? '' };
  const { redirectUrl } = await call('POST /v1/tenants/session/subscription', { body });
  const StripeSessionId = await payAtStripe(product.stripe, redirectUrl);
  await call('GET /v1/tenants/subscription/anticipate', { query: { StripeSessionId } });
}

/** Links an entity to a Xero organisation, a new one unless it is named, on request without a scope; returns its name. */
export async function linkEntity(
  product: Product,
  { call }: Person,
  entityId: string,
  existing?: string,
  withoutScope?: string,
): Promise<string> {
  const xeroName = existing ?? (await newXeroOrganisation(product));
  const { url } = await call('POST /v1/connections/xero', {
    body: { connectionType: 'entity', entityId, redirectPath: `/entity/${entityId}/authorise` },
  });
  const consent = new URL(url);
  const scopes = consent.searchParams.get('scope')?.split(' ') ?? [];
  consent.searchParams.set('scope', scopes.filter((scope) => scope !== withoutScope).join(' '));
  const query = await consentAtXero(product.xero, consent.href, xeroName);
  const { data } = await call('GET /v1/connections/xero', { query });
  const tenant = Array.isArray(data) ? data[0] : undefined;
  if (!tenant) throw new Error('Xero granted access to nothing');
  await call('POST /v1/entities/{entityId}/xero/tenant', { params: { entityId }, body: tenant });
  return xeroName;
}

/** A linked and connected contract on a paid plan; its accounts are not set yet. */
export async function newEnabledContract(
  product: Product,
  person: Person,
  terms: Partial<Terms> = {},
): Promise<ConnectedContract> {
  const [contract] = await Promise.all([newContract(person, terms), takePlan(product, person)]);
  const xeroName = await linkEntity(product, person, contract.entityId);
  await enable(person, contract);
  return { ...contract, xeroName };
}

export async function enable({ call }: Person, { entityId, scheduleId }: Contract): Promise<void> {
  await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero', {
    params: { entityId, scheduleId },
  });
}

/** A contract that is ready to sync: four accounts are created and all seven are set. */
export async function newReadyContract(
  product: Product,
  person: Person,
  terms: Partial<Terms> = {},
): Promise<ConnectedContract> {
  const contract = await newEnabledContract(product, person, terms);
  await chooseAccounts(person.call, contract);
  return contract;
}

/** Creates the four accounts of a contract and sets all seven. */
export async function chooseAccounts(
  call: Person['call'],
  { entityId, scheduleId }: Omit<Contract, 'path'>,
): Promise<void> {
  const params = { entityId };
  const create = async (code: string, name: string, type: 'CURRLIAB' | 'TERMLIAB'): Promise<string> =>
    (await call('POST /v1/entities/{entityId}/accounts', { params, body: { code, name, type } })).id;
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params });
  const known = (name: string): string => accounts.find((account) => account.name === name)?.id ?? '';
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings', {
    params: { entityId, scheduleId },
    body: {
      autoSync: false,
      bankAccountId: known('Business Bank Account'),
      interestExpenseAccountId: known('Interest Expense'),
      administrationFeeId: known('Bank Fees'),
      hirePurchaseCurrentId: await create('874.001', 'Payments remaining', 'CURRLIAB'),
      hirePurchaseNonCurrentId: await create('924.001', 'Payments remaining (NC)', 'TERMLIAB'),
      unexpiredChargesCurrentId: await create('875.001', 'Unexpired charges', 'CURRLIAB'),
      unexpiredChargesNonCurrentId: await create('925.001', 'Unexpired charges (NC)', 'TERMLIAB'),
    },
  });
}

/** Posts the opening balances as at a date, balanced by the vehicle's account. */
export async function postOpening({ call }: Person, contract: Contract, date: string): Promise<void> {
  const params = { entityId: contract.entityId, scheduleId: contract.scheduleId };
  const { taxRates: _, ...template } = await call(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    { params, query: { date } },
  );
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params });
  const vehicles = accounts.find(({ name }) => name === 'Motor Vehicles')?.id ?? '';
  const cents = template.lineItems.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const other = { description: 'At cost', accountId: vehicles, taxType: NO_GST, amount: -cents / 100 };
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal', {
    params,
    body: { ...template, lineItems: [...template.lineItems.filter(({ amount }) => amount !== 0), other] },
  });
}

/** Posts payments by their numbers. */
export async function syncPayments(
  { call }: Person,
  { entityId, scheduleId }: Contract,
  numbers: readonly number[],
): Promise<void> {
  const params = { entityId, scheduleId };
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  const ids = schedulePayments.filter(({ number }) => numbers.includes(number)).map(({ id }) => id);
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments', {
    params,
    body: { SyncSchedulePayments: ids },
  });
}

/** Records a change as its preview shows it. */
export async function recordChange(
  { call }: Person,
  { entityId, scheduleId }: Omit<Contract, 'path'>,
  change: Body<'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview'>,
): Promise<void> {
  const params = { entityId, scheduleId };
  const { revision } = await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview', {
    params,
    body: change,
  });
  await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/events', {
    params,
    body: { ...change, revision },
  });
}

type NewRegister = Body<'POST /v1/entities/{entityId}/registers'>;
type NewSpread = Extract<NewRegister, { kind: 'spread' }>;

/** Adds a spread of 1,200 over the year 2025 to a linked entity, with its accounts; returns the path of its page. */
export async function addSpread(
  { call }: Person,
  entityId: string,
  { name, facts }: { readonly name: string; readonly facts?: Partial<NewSpread['facts']> },
): Promise<{ readonly registerId: string; readonly path: string }> {
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params: { entityId } });
  const known = (wanted: string): string => accounts.find((account) => account.name === wanted)?.id ?? '';
  const { id: registerId } = await call('POST /v1/entities/{entityId}/registers', {
    params: { entityId },
    body: {
      kind: 'spread',
      name,
      facts: {
        direction: 'expense',
        purpose: 'prepayment',
        amount: 1200,
        from: '2025-01-01',
        to: '2025-12-31',
        frequency: 'monthly',
        ...facts,
      },
      accounts: { deferred: known('Prepayments'), recognised: known('Insurance') },
    },
  });
  return { registerId, path: `/entity/${entityId}/registers/${registerId}` };
}

/**
 * Adds a Division 7A loan of 100,000 in the income year 2025 to a linked entity, with its accounts.
 * @param loan the name of the loan's account, any asset without one
 */
export async function addDivision7a(
  { call }: Person,
  entityId: string,
  {
    loan,
    lodgmentDay = null,
    loanYear = 2025,
  }: { readonly loan?: string; readonly lodgmentDay?: string | null; readonly loanYear?: number } = {},
): Promise<{ readonly registerId: string; readonly path: string }> {
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params: { entityId } });
  const ofClass = (wanted: string): string =>
    accounts.find(
      ({ class: own, type, systemAccount }) => own === wanted && type !== 'BANK' && !systemAccount,
    )?.id ?? '';
  const { id: registerId } = await call('POST /v1/entities/{entityId}/registers', {
    params: { entityId },
    body: {
      kind: 'division-7a',
      name: `Loan ${loanYear} to J Rivers`,
      facts: {
        borrower: 'J Rivers',
        loanYear,
        term: 7,
        agreementDate: `${loanYear}-05-01`,
        lodgmentDay,
        amounts: [{ date: `${loanYear}-03-01`, amount: 100_000 }],
      },
      accounts: {
        loan: accounts.find(({ name }) => name === loan)?.id ?? ofClass('ASSET'),
        interestIncome: ofClass('REVENUE'),
        dividend: ofClass('EQUITY'),
      },
    },
  });
  return { registerId, path: `/entity/${entityId}/registers/${registerId}` };
}
