import { businessDate, isLocked } from '../../domain/calendar.ts';
import { taxWarnings, withDefaultTaxes } from '../../domain/journal/default-taxes.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { toDollars } from '../../domain/money.ts';
import { type DateRange, joinedRanges, searchWindows } from '../../domain/posting/coded-payments.ts';
import { reviewWarnings } from '../../domain/ledger/review.ts';
import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { documentView } from '../views/document.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { contactNameOf } from '../posting/contact.ts';
import { bankPayment, type CodedTransaction, CodedTransactions } from '../posting/coded-transactions.ts';
import { type PlannedPayment, plannedPayments } from '../posting/planned-payments.ts';
import { linkOf, openSession, requestDeadlines } from '../xero/session.ts';
import { paymentId, readPaymentStates } from '../records/schedules/payments.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import type { XeroLink } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { paymentLink } from '../services/xero/links.ts';
import { XeroError } from '../services/xero/port.ts';
import { numbersOf } from './chosen-payments.ts';
import { openingWarning } from './payable-payments.ts';
import { reviewedPayments } from './reviewed-payments.ts';
import { syncRoutes } from '../api/sync.ts';

export const handler = endpoint(
  syncRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview',
  async ({ actor, entity, schedule, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const today = businessDate(clock.now());
    const contract = await readContract(table, schedule);
    const numbers = numbersOf(schedule, contract.count, body.SyncSchedulePayments);
    const link = linkOf(entity);
    const states = await readPaymentStates(table, schedule.scheduleId);
    const session = openSession(
      services,
      link,
      { priority: 'interactive', userId: actor.userId },
      requestDeadlines(clock.now(), deadline),
    );
    const reads = cachedReads(services, session);
    // Without an answer of Xero's the documents stand all the same, without the names of their accounts.
    const chart = await unlessXeroFails(reads.chart(), []);
    const lockDate = await unlessXeroFails(reads.lockDate(), null);
    const tax = { chart, noTax: schedule.noTax };
    const planned = numbers
      .flatMap((number) => plannedPayments(contract, number, states.get(number), schedule.accounts, today))
      .map((one) => ({ ...one, document: one.document && withDefaultTaxes(one.document, tax) }));
    const covered = coveredNow(schedule, entity, contract);
    const { matches, unsearched } = await codedAmong(
      { services, link, userId: actor.userId, deadline },
      planned.filter(({ number, date }) => number > covered && !isLocked(date, lockDate)),
      schedule.accounts['bankAccountId'],
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
          })),
          matches: (matches.get(`${number}.${part}`) ?? []).map((match) =>
            matchView(match, (id) => paymentLink(xeroWeb, link.shortCode, id)),
          ),
        },
      ];
    });
    const used = new Set(documents.flatMap(({ lines }) => lines.map(({ accountId }) => accountId)));
    used.add(schedule.accounts['bankAccountId'] ?? null);
    const selected = body.selectedNumbers ?? numbers;
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
          tax,
        ),
      ],
    };
  },
);

interface Search {
  readonly services: XeroServices;
  readonly link: XeroLink;
  readonly userId: string;
  readonly deadline: number;
}

/** Time that the search may wait for calls. */
const SEARCH_MS = 8000;

/** The transactions that may be payments, by number and part. Where Xero fails, all days are unsearched. */
async function codedAmong(
  { services, link, userId, deadline }: Search,
  planned: readonly PlannedPayment[],
  bankAccountId: string | null | undefined,
): Promise<{
  readonly matches: ReadonlyMap<string, readonly CodedTransaction[]>;
  readonly unsearched: DateRange[];
}> {
  const { clock } = services;
  const payments = planned.flatMap((one) => bankPayment(one, bankAccountId) ?? []);
  const dates = payments.map(({ date }) => date);
  const until = clock.now() + SEARCH_MS;
  const caller = { priority: 'interactive', userId } as const;
  const deadlines = { ...requestDeadlines(clock.now(), deadline), startBy: until };
  const session = openSession(services, link, caller, deadlines);
  const coded = new CodedTransactions({ services, session, until, isPage: true });
  const isRead = await unlessXeroFails(
    coded.search(dates).then(() => true),
    false,
  );
  if (!isRead) return { matches: new Map(), unsearched: joinedRanges(searchWindows(dates)) };
  const matches = await coded.matches(payments);
  return {
    matches: new Map(Array.from(matches, ([{ number, part }, some]) => [`${number}.${part}`, some])),
    unsearched: coded.unsearched,
  };
}

const matchView = (
  { id, date, contact, total, reconciled, hasGst }: CodedTransaction,
  linkTo: (id: string) => string,
) => ({
  transactionId: id,
  date,
  contact,
  total: toDollars(total),
  isReconciled: reconciled,
  hasGst,
  xeroUrl: linkTo(id),
});

async function unlessXeroFails<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof XeroError) return otherwise;
    throw error;
  }
}
