/** An organisation with loans of different kinds, and its reports. */
import { beforeEach } from 'vitest';
import type { Answer as RouteAnswer, Input } from '../../functions/client/route-client.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { type Person, signUp } from '../support/people.ts';

/** 3 July 2026, 10:00 in Sydney. */
export const JULY_2026 = Date.UTC(2026, 6, 3, 0, 0, 0);

export const BALLOON = {
  ...WORKED_EXAMPLE,
  description: 'Prime mover',
  loanAmount: 240_000,
  startDate: '2024-11-30',
  firstPaymentOnStartDate: true,
  administrationFee: 5.5,
  schedulePaymentPlans: [
    { number: 1, qty: 47, amount: 5_120 },
    { number: 2, qty: 1, amount: 48_000 },
  ],
} as const;

export const MORTGAGE = {
  ...WORKED_EXAMPLE,
  description: 'Packing shed',
  loanAmount: 600_000,
  startDate: '2010-03-31',
  schedulePaymentPlans: [{ number: 1, qty: 300, amount: 3_700 }],
} as const;

export const WEEKLY = {
  ...WORKED_EXAMPLE,
  description: 'Two trailers',
  paymentFrequency: 'weekly',
  loanAmount: 64_000,
  // Due on Wednesdays, of which there are 53 in the twelve months after 30 June 2026.
  startDate: '2025-06-04',
  schedulePaymentPlans: [{ number: 1, qty: 156, amount: 468.75 }],
} as const;

export interface Practice {
  readonly app: TestApp;
  readonly owner: Person;
  addEntity(name: string): Promise<string>;
  addLoan(entityId: string, loan: Loan): Promise<string>;
  /** The year-end pack as JSON. */
  report(query?: Readonly<Record<string, string>>): Promise<Answer<Pack>>;
  /** A negotiated response, as the bytes of a media type. */
  download(
    key: 'GET /v1/reports/loans' | 'GET /v1/forecast',
    accept: string,
    query?: Readonly<Record<string, string>>,
  ): Promise<Answer<Buffer>>;
}

type Loan = Input<'POST /v1/entities/{entityId}/schedules'>['body'];
type Pack = Exclude<RouteAnswer<'GET /v1/reports/loans'>, { reportId: string }>;

export async function createPractice(
  given: Pick<NonNullable<Parameters<typeof createTestApp>[0]>, 'table' | 'queue' | 'files' | 'limits'> = {},
): Promise<Practice> {
  const app = await createTestApp({ startAt: JULY_2026, ...given });
  const owner = await signUp(app, { tenantName: 'Byron & Co' });
  const as = owner.token;
  return {
    app,
    owner,
    addEntity: async (name) => {
      const { status, body } = await app.call('POST /v1/entities', { as, body: { name } });
      if (status !== 201) throw new Error(`Entity ${name}: ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
    addLoan: async (entityId, loan) => {
      const key = 'POST /v1/entities/{entityId}/schedules';
      const { status, body } = await app.call(key, { as, params: { entityId }, body: loan });
      if (status !== 201) throw new Error(`Loan: ${status} ${JSON.stringify(body)}`);
      return body.id;
    },
    report: async (query = {}) => (await app.call('GET /v1/reports/loans', { as, query })) as Answer<Pack>,
    download: async (key, accept, query = {}) =>
      (await app.send(key, { as, query, headers: { accept } })) as Answer<Buffer>,
  };
}

/** Registers a hook that gives each test a practice of its own. */
export function withPractice(): Practice {
  const practice = {} as Practice;
  beforeEach(async () => void Object.assign(practice, await createPractice()));
  return practice;
}
