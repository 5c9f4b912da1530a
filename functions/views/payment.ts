/** A payment of a schedule as the wire shows it. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, toDollars } from '../../domain/money.ts';
import type { Contract, ContractPayment } from '../../domain/contract/contract.ts';
import type { SchedulePayment } from '../api/schedules.ts';
import type { Entity } from '../records/entities/entity.ts';
import {
  dishonouredOnOf,
  type PaymentDocumentState,
  paymentId,
  type PaymentState,
} from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule-item.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import { journalLink, paymentLink } from '../services/xero/links.ts';
import { type Findings, stateView } from './xero-state.ts';

export interface ViewContext {
  readonly entity: Entity;
  readonly today: CalendarDate;
  /** The origin of links into Xero. */
  readonly xeroWeb: string;
  /** The states of documents in Xero; without them every posted document is as it was sent. */
  readonly findings?: Findings;
}

type PaymentView = z.input<typeof SchedulePayment>;

/** One payment of a schedule, with what happened to it. A link leads only into the organisation linked now. */
export function paymentView(
  schedule: OwnedSchedule,
  contract: Contract,
  payment: ContractPayment,
  state: PaymentState | undefined,
  context: ViewContext,
): PaymentView {
  const { number } = payment;
  const whole = state?.documents.find(({ part }) => part === 0);
  const parts = (state?.parts ?? []).map(({ date, amount }, index) => {
    const document = state?.documents.find(({ part }) => part === index + 1);
    return {
      date,
      amount: toDollars(amount),
      xeroSynchronized: document?.state === 'synced',
      xeroUrl: document ? documentUrl(document, context) : null,
    };
  });
  const interest = contract.planOf(number).chargeOf(payment);
  const dishonouredOn = state ? dishonouredOnOf(state) : null;
  const isBegun = state !== undefined && state.state !== 'unsynced';
  return {
    id: paymentId(schedule.scheduleId, number),
    number,
    paymentDate: payment.date,
    payments: toDollars(payment.amount),
    interest: toDollars(interest),
    gst: toDollars(cents(payment.interest - interest)),
    principal: toDollars(payment.principal),
    endingBalance: toDollars(payment.balance),
    xeroSynchronized: state?.state === 'synced',
    xeroUrl: whole && parts.length === 0 ? documentUrl(whole, context) : null,
    xeroPosting: state?.documents.some((document) => document.state === 'posting') ?? false,
    inOpeningBalances: !isBegun && number <= coveredNow(schedule, context.entity, contract),
    administrationFee: toDollars(payment.administrationFee),
    segment: payment.segment,
    paidOn: state?.paidOn ?? null,
    parts,
    attempt: state?.attempt ?? 1,
    dishonoured: dishonouredOn !== null,
    dishonouredOn,
    origin: (state?.documents ?? []).some(({ origin }) => origin === 'corrected') ? 'corrected' : 'own',
    ...stateView(
      (state?.documents ?? []).filter((document) => document.state === 'synced'),
      context.findings ?? new Map(),
      context.entity.xero?.tenantId,
    ),
  };
}

/** The page of a document that is in the Xero organisation linked now. */
function documentUrl(
  { state, documentId, document, xeroTenantId, shortCode, corrected }: PaymentDocumentState,
  { entity, xeroWeb }: ViewContext,
): string | null {
  if (state !== 'synced' || documentId === null || xeroTenantId !== entity.xero?.tenantId) return null;
  // The transaction that a journal corrects is what people look for.
  if (corrected) return paymentLink(xeroWeb, shortCode, corrected.transactionId);
  const link = document?.type === 'MANUAL-JOURNAL' ? journalLink : paymentLink;
  return link(xeroWeb, shortCode, documentId);
}
