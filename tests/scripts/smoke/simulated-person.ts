/** The person and the passing of time against the simulators, which their control interfaces replace. */
import { at, listAt, textAt } from '../../../scripts/smoke/evidence.ts';
import type { Person, Task } from '../../../scripts/smoke/person.ts';
import { PAID } from '../../../scripts/smoke/xero/real-books.ts';
import type { StripeTime } from '../../../scripts/smoke/stripe/world.ts';

export interface Simulators {
  /** Origins. */
  readonly xero: string;
  readonly stripe: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
}

const MONTH_SECONDS = 32 * 86_400;

export async function control(origin: string, method: string, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${origin}/_control/${path}`, { method, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export function simulatedPerson(simulators: Simulators): Person {
  return {
    async consent(authoriseUrl) {
      const answer = await control(simulators.xero, 'POST', 'consent', { authoriseUrl, decision: 'allow' });
      return new URL(textAt(answer, 'location'));
    },
    perform: (task) => perform(simulators, task),
  };
}

async function perform(simulators: Simulators, task: Task): Promise<boolean> {
  const { xero, stripe } = simulators;
  switch (task.kind) {
    case 'lock dates': {
      const { tenantId, periodLockDate, endOfYearLockDate } = task;
      await control(xero, 'PATCH', `organisations/${tenantId}`, { periodLockDate, endOfYearLockDate });
      return true;
    }
    case 'role':
      await control(xero, 'PATCH', `organisations/${task.tenantId}`, { userRole: task.role });
      return true;
    case 'disconnect':
      await disconnect(simulators, task.tenantId);
      return true;
    case 'merge contacts': {
      const { tenantId, from, into } = task;
      const body = { tenantId, contactId: from.id, intoContactId: into.id };
      await control(xero, 'POST', 'contacts/merge', body);
      return true;
    }
    case 'reconcile':
    case 'unreconcile': {
      const { tenantId, documentId, kind: action } = task;
      await control(xero, 'POST', 'documents', { tenantId, documentId, action });
      return true;
    }
    case 'pay bills':
      await payBills(xero, task);
      return true;
    case 'open page':
      return (await (await fetch(task.url)).text()).includes(task.shows);
    case 'pay': {
      const sessionId = new URL(task.url).pathname.split('/').at(-1);
      const businessName = 'Smoke Test Pty Ltd';
      await control(stripe, 'POST', 'checkout', { sessionId, outcome: 'pay', businessName, taxId: task.abn });
      return true;
    }
    case 'confirm change':
      return press(task.url, 'switch');
    case 'cancel subscription':
  }
  return press(task.url, 'cancel');
}

async function press(url: string, button: string): Promise<boolean> {
  const { status } = await fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
  return status < 400;
}

/** Pays in every way that the search before a posting has to find. */
async function payBills(
  xero: string,
  { tenantId, bankAccountId }: Extract<Task, { readonly kind: 'pay bills' }>,
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const [demo] = listAt(await (await fetch(`${xero}/_control/state`)).json(), 'organisations');
  const accountOf = (code: string): string =>
    textAt(
      listAt(demo, 'accounts').find((one) => at(one, 'Code') === code),
      'AccountID',
    );
  const lineOf = (amount: number, code = '404') => ({
    accountId: accountOf(code),
    amount,
    taxType: 'BASEXCLUDED',
  });
  const bill = async (amount: number, payments: readonly object[]): Promise<string> => {
    const body = { tenantId, date, contactName: 'Smoke Lender', lines: [lineOf(amount)], payments };
    return textAt(await control(xero, 'POST', 'bills', body), 'invoiceId');
  };
  await bill(PAID.bill / 100, [{ date, bankAccountId }]);
  const invoiceIds = [await bill(72.22, []), await bill(73.33, [])];
  await control(xero, 'POST', 'batches', { tenantId, date, bankAccountId, invoiceIds });
  const accounts = { fromBankAccountId: bankAccountId, toBankAccountId: accountOf('091') };
  await control(xero, 'POST', 'transfers', { tenantId, date, ...accounts, amount: PAID.transfer / 100 });
  for (const kind of ['prepayment', 'overpayment'] as const) {
    await control(xero, 'POST', 'transactions', {
      tenantId,
      date,
      bankAccountId,
      type: `SPEND-${kind.toUpperCase()}`,
      contactName: 'Smoke Lender',
      lines: [lineOf(PAID[kind] / 100, '620')],
    });
  }
}

/** Removes the connections of an organisation, as Xero's page of connected apps does. */
async function disconnect({ xero, credentials }: Simulators, tenantId: string): Promise<void> {
  const { clientId, clientSecret } = credentials;
  const granted = await fetch(`${xero}/connect/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials&scope=app.connections',
  });
  const authorization = `Bearer ${textAt(await granted.json(), 'access_token')}`;
  const listed = await fetch(`${xero}/connections`, { headers: { authorization } });
  for (const connection of listAt({ data: await listed.json() }, 'data')) {
    if (at(connection, 'tenantId') !== tenantId) continue;
    const url = `${xero}/connections/${textAt(connection, 'id')}`;
    await fetch(url, { method: 'DELETE', headers: { authorization } });
  }
}

/** Time passes by advancing the simulator's clock. */
export function simulatedTime({ stripe }: Simulators): StripeTime {
  return {
    customerParameters: async () => ({}),
    nextMonth: async () => void (await control(stripe, 'POST', 'clock', { advanceSeconds: MONTH_SECONDS })),
    failPayment: async (_customerId, subscriptionId) =>
      void (await control(stripe, 'POST', `subscriptions/${subscriptionId}`, { status: 'past_due' })),
    end: async () => undefined,
  };
}

/** A minute of the simulated Xero lasts four in the runs. */
const MINUTE_SECONDS = 241;

/** Waits for the simulated Xero by advancing its clock. */
export const simulatedWait =
  ({ xero }: Simulators) =>
  async (seconds: number): Promise<void> => {
    const advanceSeconds = seconds > 60 ? Math.max(seconds, MINUTE_SECONDS) : seconds;
    await control(xero, 'POST', 'clock', { advanceSeconds });
  };
