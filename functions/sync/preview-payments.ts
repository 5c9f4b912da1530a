import { businessDate } from '../../domain/calendar.ts';
import { taxWarnings, withDefaultTaxes } from '../../domain/journal/default-taxes.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { reviewWarnings } from '../../domain/ledger/review.ts';
import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { documentView } from '../views/document.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { contactNameOf } from '../posting/contact.ts';
import { plannedPayments } from '../posting/kinds/payment.ts';
import { linkOf, openSession, requestDeadlines } from '../xero/session.ts';
import { paymentId, readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { XeroError } from '../services/xero/port.ts';
import { numbersOf } from './chosen-payments.ts';
import { openingWarning } from './payable-payments.ts';
import { reviewedPayments } from './reviewed-payments.ts';
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
    const tax = { chart, noTax: schedule.noTax };
    const planned = numbers.flatMap((number) =>
      plannedPayments(contract, number, states.get(number), schedule.accounts, today).flatMap(
        ({ part, document }) =>
          document === null ? [] : [{ number, part, document: withDefaultTaxes(document, tax) }],
      ),
    );
    const documents = planned.map(({ number, part, document }) => {
      const view = documentView(document);
      return {
        ...view,
        paymentId: paymentId(schedule.scheduleId, number),
        number,
        part,
        lines: view.lines.map((line, index) => ({
          ...line,
          taxType: document.lines[index]?.taxType ?? NO_GST,
        })),
      };
    });
    const used = new Set(documents.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)));
    const covered = coveredNow(schedule, entity, contract);
    const selected = body.selectedNumbers ?? numbers;
    return {
      contact: contactNameOf(schedule),
      accounts: chart.filter(({ id }) => used.has(id)).map(({ id, code, name }) => ({ id, code, name })),
      documents,
      warnings: [
        ...openingWarning(entity, schedule, selected.length).map(({ message }) => message),
        ...reviewWarnings(reviewedPayments(schedule, contract, states, covered), selected, {
          today,
          lockDate,
        }).map(({ message }) => message),
        ...taxWarnings(
          planned.map(({ document }) => document),
          tax,
        ),
      ],
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
