/** The part of the tour through the ledger check, documents changed in Xero, adjusting journals, and attention items. */
import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, businessDate } from '../../../domain/calendar.ts';
import type { RouteClient } from '../../../functions/client/route-client.ts';
import { refusedWith } from './tour-files.ts';
import { control } from '../../../scripts/local/product-client.ts';
import { repayExtra } from './tour-events.ts';

type Schedule = Readonly<Record<'entityId' | 'scheduleId', string>>;

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';
const ENTITY = '/v1/entities/{entityId}';
const YEAR_END = '2025-06-30';
/** Xero's limits count by the minute; a posting that they cut short is settled within five. */
const BUSY_SECONDS = 600;
const BUSY = /Xero is busy|are being posted to Xero/;
const NOTE = { note: 'Corrected in Xero on purpose.' };

interface Document {
  readonly Reference?: string;
  readonly Narration?: string;
  readonly BankTransactionID?: string;
  readonly ManualJournalID?: string;
}

interface Organisation {
  readonly tenantId: string;
  readonly bankTransactions: readonly Document[];
  readonly manualJournals: readonly Document[];
}

export async function tourLedger(xero: string, call: RouteClient, params: Schedule): Promise<void> {
  await postJournals(call, params);
  await previewPayments(call, params);
  await acceptChanges(xero, call, params);
  await checkLedger(call, params);
  await checkAll(call);
  await lookAtAttention(call);
}

/** Repeats calls that exceed Xero's limits, which the tour uses up, and those that wait for a posting. */
export function patient(call: RouteClient): RouteClient {
  const repeat = async (...asked: Parameters<RouteClient>): Promise<unknown> => {
    for (const end = Date.now() + BUSY_SECONDS * 1000; ;) {
      try {
        return await call(...asked);
      } catch (error) {
        if (!BUSY.test(String(error)) || Date.now() > end) throw error;
        await sleep(2_000);
      }
    }
  };
  return repeat as RouteClient;
}

async function previewPayments(call: RouteClient, params: Schedule): Promise<void> {
  const { schedulePayments } = await call(`GET ${SCHEDULE}`, { params });
  const open = schedulePayments.filter(({ xeroSynchronized }) => !xeroSynchronized).slice(0, 2);
  const body = { SyncSchedulePayments: open.map(({ id }) => id) };
  await call(`POST ${SCHEDULE}/sync/xero/payments/preview`, { params, body });
  const through = open.at(-1)?.paymentDate ?? '2026-06-30';
  const asked = { scheduleIds: [params.scheduleId], through, searchXero: true };
  await call('POST /v1/posting/preview', { body: asked });
}

/** Removes a payment, an event and the opening journal in Xero as a person would, and accepts that. */
async function acceptChanges(xero: string, call: RouteClient, params: Schedule): Promise<void> {
  const { schedulePayments } = await call(`GET ${SCHEDULE}`, { params });
  const posted = schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized);
  const next = schedulePayments[posted.length + 1];
  const [first] = posted;
  if (!first || !next) throw new Error('No payment is synced.');
  const eventId = await repayExtra(call, params, next.paymentDate);
  const { scheduleId } = params;
  for (const token of [`${scheduleId}-${first.number}`, `${scheduleId}-E\\d+`, `${scheduleId}-OB\\d+`]) {
    await removeInXero(xero, new RegExp(`PD-${token}(?![\\d/.]*\\w)`));
  }
  await call(`GET ${SCHEDULE}/xerostatus`, { params });
  const payment = { ...params, paymentId: first.id };
  await call(`POST ${SCHEDULE}/payments/{paymentId}/acceptance`, { params: payment, body: NOTE });
  const own = { ...params, eventId };
  await call(`POST ${SCHEDULE}/events/{eventId}/acceptance`, { params: own, body: NOTE });
  await call(`POST ${SCHEDULE}/openingbalancejournal/acceptance`, { params, body: NOTE });
}

async function removeInXero(xero: string, token: RegExp): Promise<void> {
  const { organisations } = await control<{ organisations: Organisation[] }>(`${xero}/_control/state`);
  for (const { tenantId, bankTransactions, manualJournals } of organisations) {
    const isMeant = ({ Reference = '', Narration = '' }: Document): boolean =>
      token.test(Reference) || token.test(Narration);
    const found = [...bankTransactions, ...manualJournals].findLast(isMeant);
    if (!found) continue;
    const { BankTransactionID, ManualJournalID } = found;
    const action = BankTransactionID === undefined ? 'void' : 'delete';
    const documentId = BankTransactionID ?? ManualJournalID ?? '';
    await control(`${xero}/_control/documents`, 'POST', { tenantId, documentId, action });
    return;
  }
  throw new Error(`Xero has no document ${String(token)}.`);
}

async function checkLedger(call: RouteClient, params: Schedule): Promise<void> {
  const { accounts } = await call(`POST ${ENTITY}/ledgercheck`, { params, body: { date: YEAR_END } });
  await call(`GET ${ENTITY}/ledgercheck`, { params });
  await call(`GET ${ENTITY}/xero/unknown`, { params });
  await call(`POST ${ENTITY}/xero/unknown/seen`, { params, body: { documentIds: [] } });
  const unknown = {
    params: { ...params, documentId: 'none' },
    body: { decision: 'foreign', note: 'None' },
  } as const;
  await refusedWith(404, call(`POST ${ENTITY}/xero/unknown/{documentId}`, unknown));
  await call(`GET ${ENTITY}/matches`, { params });
  const items = await call(`GET ${ENTITY}/ledgercheck/items`, { params });
  const accountId = accounts.find((account) => account.accountId !== null)?.accountId ?? '';
  const more = { accountId, amount: 12.5, note: 'A loan that is kept elsewhere.', until: null };
  await call(`PUT ${ENTITY}/ledgercheck/items`, { params, body: { items: [...items.items, more] } });
}

/** Checks all entities; the local queue works the run off meanwhile. */
async function checkAll(call: RouteClient): Promise<void> {
  const { checkId } = await call('POST /v1/ledgerchecks', { body: { date: YEAR_END } });
  const params = { checkId };
  for (;;) {
    const { done, total, entities } = await call('GET /v1/ledgerchecks/{checkId}', { params });
    if (done === total) {
      const answered = entities.filter(({ status }) => status !== 'unknown');
      const entityIds = answered.map(({ entityId }) => entityId);
      await call('PUT /v1/ledgerchecks/{checkId}/signoffs', { params, body: { entityIds } });
      break;
    }
    await sleep(500);
  }
  await call('GET /v1/ledgerchecks');
}

async function postJournals(call: RouteClient, params: Schedule): Promise<void> {
  const body = { date: YEAR_END, kinds: ['current-non-current', 'accrued-interest'] } as const;
  await call(`POST ${ENTITY}/reports/journal/preview`, { params, body });
  const { documents } = await call(`POST ${ENTITY}/reports/journal`, { params, body });
  if (!documents.some(({ xeroSynchronized }) => xeroSynchronized)) throw new Error('No journal was posted.');
}

async function lookAtAttention(call: RouteClient): Promise<void> {
  const [item] = await call('GET /v1/attention');
  if (!item) throw new Error('No item needs attention.');
  const body = { until: addDays(businessDate(Date.now()), 7), note: 'Next week' };
  await call('PUT /v1/attention/{id}/snooze', { params: { id: item.id }, body });
}
