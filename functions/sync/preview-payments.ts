import { businessDate, type CalendarDate } from '../../domain/calendar.ts';
import { reviewWarnings } from '../../domain/ledger/review.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { documentView } from '../views/document.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { contactName } from '../posting/contact.ts';
import { plannedPayments } from '../posting/payment-documents.ts';
import { linkOf, openSession, requestDeadlines } from '../xero/session.ts';
import { paymentId, type PaymentState, readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { XeroError } from '../services/xero/port.ts';
import { numbersOf } from './chosen-payments.ts';
import { syncRoutes } from '../api/sync.ts';

export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview',
  async ({ actor, entity, schedule, body, deadline }, services) => {
    const { table, clock } = services;
    const today = businessDate(clock.now());
    const contract = await readContract(table, schedule);
    const numbers = numbersOf(schedule, contract.count, body.SyncSchedulePayments);
    const states = await readPaymentStates(table, schedule.scheduleId);
    const session = openSession(
      services,
      linkOf(entity),
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(clock.now(), deadline),
    );
    const reads = cachedReads(services, session);
    // Without an answer of Xero's the documents stand all the same, without the names of their accounts.
    const chart = await unlessXeroFails(reads.chart(), []);
    const lockDate = await unlessXeroFails(reads.lockDate(), null);
    const documents = numbers.flatMap((number) =>
      plannedPayments(contract, number, states.get(number), schedule.accounts, today).flatMap(
        ({ part, document }) =>
          document === null
            ? []
            : [
                {
                  paymentId: paymentId(schedule.scheduleId, number),
                  number,
                  part,
                  ...documentView(document),
                },
              ],
      ),
    );
    const used = new Set(documents.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)));
    const covered = coveredNow(schedule, entity, contract);
    return {
      contact: contactName(schedule.lender || schedule.name),
      accounts: chart.filter(({ id }) => used.has(id)).map(({ id, code, name }) => ({ id, code, name })),
      documents,
      warnings: reviewWarnings(reviewedPayments(contract, states, covered), body.selectedNumbers ?? numbers, {
        today,
        lockDate,
      }),
    };
  },
);

async function unlessXeroFails<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof XeroError) return otherwise;
    throw error;
  }
}

function reviewedPayments(
  contract: Contract,
  states: ReadonlyMap<number, PaymentState>,
  covered: number,
): { number: number; date: CalendarDate; isSettled: boolean }[] {
  return contract.payments.map(({ number, date }) => {
    const state = states.get(number);
    return {
      number,
      date: state?.paidOn ?? state?.parts.at(-1)?.date ?? date,
      isSettled: number <= covered || (state !== undefined && state.state !== 'unsynced'),
    };
  });
}
