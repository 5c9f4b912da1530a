import { isLocked } from '../../domain/calendar.ts';
import { taxWarnings, withDefaultTaxes } from '../../domain/journal/default-taxes.ts';
import { AU_TAX_RATES, NO_GST } from '../../domain/gst/tax-types.ts';
import { reviewWarnings } from '../../domain/ledger/review.ts';
import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { documentView } from '../views/document.ts';
import { lineTrackingView } from '../views/tracking.ts';
import { trackedLines } from '../xero/tracked-lines.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { contactNameOf } from '../xero/contact.ts';
import { bankPayment } from '../xero/coded-transactions.ts';
import { plannedPayments } from '../posting/plan/planned-payments.ts';
import { linkOf, openSession } from '../xero/session.ts';
import { ratesOf, taxSetting } from '../xero/tax-setting.ts';
import { paymentId, paymentNumbers, readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { codedAmong, matchView, unlessXeroFails } from './coded-matches.ts';
import { openingWarning } from '../posting/plan/payable-payments.ts';
import { reviewedPayments } from '../posting/plan/reviewed-payments.ts';
import { paymentRoutes } from '../api/payments.ts';

export const handler = endpoint(
  paymentRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview',
  async ({ actor, entity, schedule, body, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const contract = await readContract(table, schedule);
    const numbers = [...new Set(body.SyncSchedulePayments)].map(paymentNumbers(schedule, contract.count));
    const link = linkOf(entity);
    const selected = body.selectedNumbers ?? numbers;
    const last = Math.max(...numbers, ...selected);
    // The warnings are about earlier payments too, as far as they are not in Xero.
    const open = Array.from({ length: last }, (_each, index) => index + 1).filter(
      (number) => !schedule.syncedNumbers.has(number),
    );
    const states = await readPaymentStates(table, schedule.scheduleId, [...numbers, ...open]);
    const session = openSession(services, link, { priority: 'interactive', userId: actor.userId }, deadlines);
    const reads = cachedReads(services, session);
    // Without an answer of Xero's the documents stand all the same, without the names of their accounts.
    const chart = await unlessXeroFails(reads.chart(), []);
    const lockDate = await unlessXeroFails(reads.lockDate(), null);
    const taxes = await taxSetting(chart, schedule, () =>
      unlessXeroFails(ratesOf(services, session), AU_TAX_RATES),
    );
    const planned = numbers
      .flatMap((number) => plannedPayments(contract, number, states.get(number), schedule.accounts, today))
      .map((one) => ({ ...one, document: one.document && withDefaultTaxes(one.document, taxes) }));
    const covered = coveredNow(schedule, entity, contract);
    const postable = planned.filter(({ number, date }) => number > covered && !isLocked(date, lockDate));
    const { matches, unsearched } = await codedAmong(
      { services, link, userId: actor.userId, deadlines },
      postable.flatMap((one) => bankPayment(schedule, one) ?? []),
    );
    const matchesOf = new Map(Array.from(matches, ([one, some]) => [`${one.number}.${one.part}`, some]));
    const tracked = await trackedLines(entity, schedule, chart, () =>
      unlessXeroFails(reads.tracking(), null),
    );
    const documents = planned.flatMap(({ number, part, document }) => {
      if (document === null) return [];
      const view = documentView(document);
      return [
        {
          ...view,
          paymentId: paymentId(schedule.scheduleId, number),
          number,
          part,
          lines: view.lines.map((line, index) => ({
            ...line,
            taxType: document.lines[index]?.taxType ?? NO_GST,
            tracking: lineTrackingView(tracked.of(line.role, line.accountId)),
          })),
          matches: (matchesOf.get(`${number}.${part}`) ?? []).map((one) => matchView(one, xeroWeb, link)),
        },
      ];
    });
    const used = new Set(documents.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)));
    used.add(schedule.accounts['bankAccountId'] ?? null);
    return {
      contact: contactNameOf(schedule),
      accounts: chart.filter(({ id }) => used.has(id)).map(({ id, code, name }) => ({ id, code, name })),
      documents,
      unsearched,
      warnings: [
        ...openingWarning(entity, schedule, selected.length).map(({ message }) => message),
        ...reviewWarnings(reviewedPayments(schedule, contract, states, covered), selected, {
          today,
          lockDate,
        }).map(({ message }) => message),
        ...taxWarnings(
          planned.flatMap(({ document }) => document ?? []),
          taxes,
        ),
        ...(tracked.problem ? [tracked.problem.message] : []),
      ],
    };
  },
);
