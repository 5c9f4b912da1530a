/** The ledger check through the API, and people who act in Xero. */
import type { AnswerOf } from './app.ts';
import { asOwner, inXero, postJournalAt, schedulePath, syncNumbers } from './syncing.ts';
import { accountIn, DEMO, type Prepared, type Terms, prepareSchedule } from './xero.ts';

export const CHECK = 'POST /v1/entities/{entityId}/ledgercheck';

/** The scope that the trial balance needs. */
export const REPORTS_SCOPE = 'accounting.reports.trialbalance.read';

type CheckBody = Extract<AnswerOf<typeof CHECK>['body'], { status: string }>;
export type Checked = CheckBody;

/** An entity that is linked to Xero. */
type Linked = Pick<Prepared, 'app' | 'owner' | 'entityId'>;

/** Prepares the truck of 50,000 repaid by 60 × 1,000 from 15 January 2025, with its opening journal of that day. */
export async function prepareBooks(through: number, terms: Partial<Terms> = {}): Promise<Prepared> {
  const prepared = await prepareSchedule(terms);
  const opened = await postJournalAt(prepared, '2025-01-15');
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body));
  await syncThrough(prepared, 1, through);
  return prepared;
}

export async function syncThrough(prepared: Prepared, first: number, last: number): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_each, index) => first + index);
  if (numbers.length === 0) return;
  const answer = await syncNumbers(prepared, numbers);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export async function check({ app, owner, entityId }: Linked, date = '2026-06-30') {
  const answer = await app.call(CHECK, { as: owner.token, params: { entityId }, body: { date } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const storedCheck = ({ app, owner, entityId }: Linked, date?: string) =>
  app.call('GET /v1/entities/{entityId}/ledgercheck', {
    as: owner.token,
    params: { entityId },
    query: date === undefined ? {} : { date },
  });

/** The result of a check by account code: its sentence, and its causes with their amounts. */
export const summaryOf = (checked: Checked) =>
  checked.accounts.map(({ code, text, causes }) => [
    code,
    text,
    causes.map(({ kind, amount }) => `${kind} ${amount}`),
  ]);

/** The document of a payment in Xero. */
export function documentOf(prepared: Prepared, number: number): string {
  const token = new RegExp(`PD-${prepared.scheduleId}-${number}(?!\\d)`);
  const found = inXero(prepared).findLast(({ Reference }) => token.test(Reference));
  if (!found) throw new Error(`Payment ${number} is not in Xero`);
  return found.BankTransactionID;
}

/** Acts as a person in Xero. */
export const act = (
  { app }: Linked,
  documentId: string,
  action: 'delete' | 'void' | 'reconcile' | 'unreconcile' | 'edit',
  changes?: object,
): void =>
  void app.control('POST', 'documents', { tenantId: app.books(DEMO).tenantId, documentId, action, changes });

/** Gives a document in Xero an odd shape, by default one in which Paydown can't read it. */
export const makeOdd = ({ app }: Prepared, documentId: string, odd = 'no-total'): void =>
  void app.control('PATCH', `shapes/${documentId}`, { odd });

/** Posts a journal as a person in Xero, by account code. Returns its id. */
export function postForeign({ app }: Linked, date: string, lines: Readonly<Record<string, number>>): string {
  const { tenantId } = app.books(DEMO);
  const { ManualJournalID } = app.control('POST', 'journals', {
    tenantId,
    date,
    lines: Object.entries(lines).map(([code, amount]) => ({
      accountId: accountIn({ app }, code, DEMO),
      amount,
    })),
  }) as { ManualJournalID: string };
  return ManualJournalID;
}

/** Reads the states of the schedule's documents, as its page does. */
export async function readStates(prepared: Prepared) {
  const { body } = await prepared.app.call(`GET ${schedulePath}/xerostatus`, asOwner(prepared));
  return body;
}

/** The state of a payment as the schedule shows it. */
export async function statusOf(prepared: Prepared, number: number) {
  const { body } = await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared));
  const payment = body.schedulePayments.find((one) => one.number === number);
  if (!payment) throw new Error(`There is no payment ${number}`);
  return payment;
}

export async function messagesOf({ app, owner }: Linked): Promise<string[]> {
  const { body } = await app.call('GET /v1/messages', { as: owner.token });
  return body.map(({ subject, message }) => `${subject} | ${message}`);
}
