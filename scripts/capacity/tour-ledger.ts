/** The part of the tour through the ledger check, adjusting journals and what needs attention. */
import type { RouteClient } from '../../functions/route-client.ts';
import { control } from '../local/product-client.ts';
import { recordRepayment } from './tour-events.ts';

const ENTITY = '/v1/entities/{entityId}';
const SCHEDULE = `${ENTITY}/schedules/{scheduleId}` as const;
const DATE = '2025-06-30';
const DAY_MS = 86_400_000;

type Schedule = Readonly<Record<'entityId' | 'scheduleId', string>>;

interface Organisation {
  readonly tenantId: string;
  readonly bankTransactions: readonly { readonly BankTransactionID: string; readonly Reference?: string }[];
  readonly manualJournals: readonly { readonly ManualJournalID: string; readonly Narration: string }[];
}

/** Changes posted documents in Xero, accepts them, compares the balances and posts adjusting journals. */
export async function tourLedger(xero: string, call: RouteClient, params: Schedule): Promise<void> {
  const { schedulePayments } = await call(`GET ${SCHEDULE}`, { params });
  const posted = schedulePayments.find(({ xeroSynchronized }) => xeroSynchronized);
  const open = schedulePayments.filter(({ xeroSynchronized }) => !xeroSynchronized).slice(0, 3);
  const [next] = open;
  if (!posted || !next) throw new Error('The schedule has no posted or no open payment.');
  await call(`POST ${SCHEDULE}/sync/xero/payments/preview`, {
    params,
    body: { SyncSchedulePayments: open.map((payment) => payment.id) },
  });
  const event = await recordRepayment(call, params, next.paymentDate);
  await changeInXero(xero, params, [`${posted.number}`, `E${event.number}`]);
  await call(`GET ${SCHEDULE}/xerostatus`, { params });
  await snooze(call);
  const body = { note: 'As the lender charged it' };
  await call(`POST ${SCHEDULE}/payments/{paymentId}/acceptance`, {
    params: { ...params, paymentId: posted.id },
    body,
  });
  await call(`POST ${SCHEDULE}/events/{eventId}/acceptance`, {
    params: { ...params, eventId: event.id },
    body,
  });
  await call(`POST ${SCHEDULE}/openingbalancejournal/acceptance`, { params, body });
  await compareBalances(call, params);
  const journals = { params, body: { date: DATE, kinds: ['accrued-interest' as const] } };
  await call(`POST ${ENTITY}/reports/journal/preview`, journals);
  await call(`POST ${ENTITY}/reports/journal`, journals);
}

/** Deletes the documents with these marks in their tokens, and voids the opening journal. */
async function changeInXero(xero: string, { scheduleId }: Schedule, marks: readonly string[]): Promise<void> {
  const { organisations } = await control<{ organisations: readonly Organisation[] }>(
    `${xero}/_control/state`,
  );
  const act = async (tenantId: string, documentId: string, action: 'delete' | 'void'): Promise<void> => {
    await control(`${xero}/_control/documents`, 'POST', { tenantId, documentId, action });
  };
  for (const { tenantId, bankTransactions, manualJournals } of organisations) {
    for (const mark of marks) {
      const token = new RegExp(`PD-${scheduleId}-${mark}(?![\\d.])`);
      const found = bankTransactions.findLast(({ Reference = '' }) => token.test(Reference));
      if (found) await act(tenantId, found.BankTransactionID, 'delete');
    }
    const journal = manualJournals.findLast(({ Narration }) => Narration.includes(`PD-${scheduleId}`));
    if (journal) await act(tenantId, journal.ManualJournalID, 'void');
  }
}

async function snooze(call: RouteClient): Promise<void> {
  const [matter] = await call('GET /v1/attention');
  if (!matter) throw new Error('Nothing needs attention.');
  const until = new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10);
  await call('PUT /v1/attention/{id}/snooze', { params: { id: matter.id }, body: { until } });
}

async function compareBalances(call: RouteClient, params: Schedule): Promise<void> {
  const { accounts } = await call(`POST ${ENTITY}/ledgercheck`, { params, body: { date: DATE } });
  await call(`GET ${ENTITY}/ledgercheck`, { params });
  const items = accounts
    .flatMap(({ accountId }) => accountId ?? [])
    .map((accountId) => ({ accountId, amount: 100, note: 'A loan kept elsewhere', until: null }));
  await call(`PUT ${ENTITY}/ledgercheck/items`, { params, body: { items } });
  await call(`GET ${ENTITY}/ledgercheck/items`, { params });
  await call(`GET ${ENTITY}/matches`, { params });
}
