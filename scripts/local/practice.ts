/**
 * A bookkeeping practice for looking at full pages: clients with loans in every state, through the API and the
 * simulators' controls, as a user would.
 */
import { randomUUID } from 'node:crypto';
import { addMonths, businessDate, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import type { Body, RouteClient } from '../../functions/client/route-client.ts';
import { control, type Places, productClient, signInTo } from './product-client.ts';
import { type Credentials, linkToXero, postPayments, setUpInXero, takePlan } from './sample-data.ts';

/** The login of the practice, whose organisation is filled anew by each run. */
const PRACTICE: Credentials = { email: 'practice@paydown.example', password: 'Explore-Loans-1' };

export interface Size {
  readonly clients: number;
  readonly loans: number;
}

type Row = Body<'POST /v1/imports'>['rows'][number];

const TRADES = ['Earthmoving', 'Orchards', 'Transport', 'Dental', 'Cabinets', 'Dairy', 'Plumbing', 'Cafes'];
const TOWNS = ['Albury', 'Ballina', 'Cowra', 'Dubbo', 'Echuca', 'Forbes', 'Gosford', 'Hay'];
const ASSETS = ['Toyota HiLux', 'Hino 300', 'Kubota excavator', 'Isuzu NPR', 'Ford Ranger', 'Coffee machine'];
const LENDERS = ['Westpac', 'NAB', 'Toyota Finance', 'Macquarie Leasing', 'Capital Finance'];

/** Creates the practice. Every tenth client is not linked to Xero, and every tenth has loans that are not set up. */
export async function createPractice(
  places: Places,
  { clients, loans }: Size,
  report: (text: string) => void,
): Promise<Credentials> {
  const today = businessDate(Date.now());
  const known = await signInTo(places.origin, PRACTICE).catch(() => null);
  if (known) throw new Error(`The practice is there already: log in as ${PRACTICE.email}.`);
  await productClient(places.origin)('POST /v1/users', {
    body: { ...PRACTICE, givenName: 'Robin', surname: 'Baker', tenantName: 'Baker & Daughters' },
  });
  const call = productClient(places.origin, (await signInTo(places.origin, PRACTICE)).token);
  await takePlan(places, call, 'largest');
  const names = Array.from({ length: clients }, (_each, index) => nameOf(index));
  const rows = Array.from({ length: loans }, (_each, index) => rowOf(index, names, today));
  const { created } = await call('POST /v1/imports', {
    body: { importId: randomUUID(), rows, createEntities: true },
  });
  report(`${created.length} loans of ${clients} clients`);
  const byClient = Map.groupBy(created, ({ line }) => (line - 2) % clients);
  for (const [client, own] of byClient) {
    const entityId = own[0]?.entityId ?? '';
    const name = names[client] ?? '';
    if (client % 10 === 9) continue;
    await control(`${places.xero}/_control/organisations`, 'POST', { name });
    await linkToXero(places, call, entityId, name);
    if (client % 10 === 8) continue;
    const ids = own.map(({ scheduleId }) => scheduleId);
    // The plan has fewer connections than the practice has loans.
    const opening = { date: openingDate(today), code: '900' };
    const isSetUp = setUpInXero(call, entityId, ids, opening).then(
      () => true,
      () => false,
    );
    if (!(await isSetUp)) continue;
    for (const scheduleId of ids) await postMost(call, { entityId, scheduleId }, client, today);
    if (client % 7 === 0) await act(places, name, client % 2 === 0 ? 'delete' : 'edit');
    report(`${name}: ${ids.length} loans posted`);
  }
  return PRACTICE;
}

const at = (values: readonly string[], index: number): string => values[index % values.length] ?? '';

const nameOf = (index: number): string =>
  `${at(TOWNS, Math.floor(index / TRADES.length))} ${at(TRADES, index)}${index % 3 === 0 ? ' Pty Ltd' : ''}`;

/** A loan of two to five years that began up to three years ago; some end soon, some with a balloon. */
function rowOf(index: number, names: readonly string[], today: CalendarDate): Row {
  const qty = 24 + (index % 4) * 12;
  const amount = 450 + (index % 17) * 85;
  const months = 1 + ((index * 7) % (qty + 6 < 36 ? qty - 1 : 34));
  const [year = '', month = ''] = addMonths(today, -months).split('-');
  const hasBalloon = index % 5 === 0;
  const balloon = hasBalloon ? Math.round(amount * qty * 0.2) : 0;
  return {
    line: index + 2,
    entity: at(names, index),
    name: `${at(ASSETS, index)} ${index + 1}`,
    loanAmount: String(Math.round(amount * qty * 0.88 + balloon * 0.8)),
    startDate: `${(index % 27) + 1}/${month}/${year}`,
    frequency: 'Monthly',
    firstPaymentOnStartDate: 'No',
    administrationFee: index % 6 === 0 ? '5' : '',
    terms: [{ qty: String(qty), amount: String(amount) }],
    balloon: hasBalloon ? String(balloon) : '',
    lender: at(LENDERS, index),
    contractNumber: `C-${10_000 + index}`,
    kind: index % 3 === 0 ? 'hire purchase' : 'chattel mortgage',
  };
}

/** The last 30 June: what was paid before it is in the opening balances. */
const openingDate = (today: CalendarDate): CalendarDate => {
  const year = Number(today.slice(0, 4));
  const end = calendarDate(`${year}-06-30`);
  return end <= today ? end : calendarDate(`${year - 1}-06-30`);
};

/** Posts what is due; of some clients the last payments stay to post. */
async function postMost(
  call: RouteClient,
  params: { readonly entityId: string; readonly scheduleId: string },
  client: number,
  today: CalendarDate,
): Promise<void> {
  const opened = openingDate(today);
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  const due = schedulePayments.filter(({ paymentDate }) => paymentDate >= opened && paymentDate <= today);
  const posted = client % 3 === 0 ? due.slice(0, -2) : due;
  if (posted.length > 0) await postPayments(call, params, posted);
}

interface Books {
  readonly organisations: readonly {
    readonly name: string;
    readonly tenantId: string;
    readonly bankTransactions: readonly { readonly BankTransactionID: string; readonly Total: number }[];
    readonly ordinaryIds: readonly string[];
  }[];
}

/** Acts on the first payment of a client as a person in Xero, which the ledger check then finds. */
async function act({ xero }: Places, name: string, action: 'delete' | 'edit'): Promise<void> {
  const { organisations } = await control<Books>(`${xero}/_control/state`);
  const books = organisations.find((one) => one.name === name);
  const ordinary = new Set(books?.ordinaryIds);
  const document = books?.bankTransactions.find(({ BankTransactionID: id }) => !ordinary.has(id));
  if (!books || !document) return;
  await control(`${xero}/_control/documents`, 'POST', {
    tenantId: books.tenantId,
    documentId: document.BankTransactionID,
    action,
    ...(action === 'edit' && { changes: { amount: document.Total + 50 } }),
  });
}
