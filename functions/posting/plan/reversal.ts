/** Reversals: documents that take back what a payment's documents posted, on a date of their own. */
import { type CalendarDate, isLocked } from '../../../domain/calendar.ts';
import { paymentReference, referenceField } from '../../../domain/posting/document-reference.ts';
import {
  paymentKey,
  type PaymentDocumentState,
  PaymentItem,
  readPaymentStates,
} from '../../records/schedules/payments.ts';
import type { StoredReversal } from '../../records/schedules/reversals.ts';
import { type OwnedSchedule, saveSchedule } from '../../records/schedules/schedule.ts';
import { bankDocumentJson, journalJson } from '../../services/xero/documents.ts';
import { scheduleUrl } from '../../services/xero/links.ts';
import type { DocumentContent } from '../../services/xero/port.ts';
import { conflict, invalid } from '../../../domain/refusal.ts';
import { keys } from '../../store/keys.ts';
import { auditEntries } from '../protocol/audited-action.ts';
import { type DocumentKind, type ReadyDocument, readSchedule } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import type { Outcome } from '../protocol/outcome.ts';
import {
  correctedPayment,
  deletedInXero,
  lockedPayment,
  nothingToReverse,
  postedElsewhere,
  unconfirmedDocument,
} from '../protocol/refusals.ts';
import { lockDateOf, refuseArchivedTracking, type Run } from './run.ts';
import { refuseWhilePosting } from '../../records/schedules/open-documents.ts';

interface WantedReversal {
  readonly number: number;
  readonly date: CalendarDate;
  /** Null for a payment that is reversed for another reason. */
  readonly dishonour: { readonly presentedOn: CalendarDate | null } | null;
}

export const reversal = {
  name: 'reversal',
  hasContact: false,
  stopsAtRefusal: true,
  unconfirmed: () => unconfirmedDocument('The reversal'),
  read: readSchedule,

  async plan(run, schedule, wanted) {
    const ready: ReadyDocument[] = [];
    for (const { number, date, dishonour } of wanted) {
      const documents = await postedDocuments(run, schedule, number);
      const posted = documents.filter(({ documentId }) => documentId !== null);
      if (dishonour) checkDishonour(posted, date);
      if (posted.length === 0) {
        return { ready: [], outcomes: [], settle: () => forgetEmpty(run, schedule, number, documents) };
      }
      for (const { payment, content } of await reversible(run, posted, date)) {
        await refuseArchivedTracking(run, content.lines);
        const type = payment.document?.type === 'MANUAL-JOURNAL' ? 'MANUAL-JOURNAL' : 'RECEIVE';
        const draft = async () => reversalOf(run, schedule, { date, payment, dishonour }, content);
        ready.push({ subject: number, part: payment.part, type, date, draft });
      }
    }
    return { ready, outcomes: [] };
  },
} satisfies DocumentKind<WantedReversal>;

/**
 * Returns the documents of a payment that are in Xero, or that it has none of.
 * @throws Refusal `conflict` when nothing can be reversed now
 */
export async function postedDocuments(
  { context: { services, session } }: Run,
  schedule: OwnedSchedule,
  number: number,
): Promise<readonly PaymentDocumentState[]> {
  refuseWhilePosting(schedule);
  const state = (await readPaymentStates(services.table, schedule.scheduleId, [number])).get(number);
  const documents = state?.documents.filter((one) => one.state === 'synced') ?? [];
  if (documents.length === 0) throw nothingToReverse();
  if (documents.some(({ xeroTenantId }) => xeroTenantId !== session.xeroTenantId)) throw postedElsewhere();
  return documents;
}

interface Reversible {
  readonly payment: PaymentDocumentState;
  /** As it is in Xero now. */
  readonly content: DocumentContent;
}

/**
 * Returns the documents of a payment as they are in Xero, if each can be reversed on a date.
 * @throws Refusal `conflict`
 */
export async function reversible(
  run: Run,
  posted: readonly PaymentDocumentState[],
  date: CalendarDate,
): Promise<Reversible[]> {
  // The bank transaction is not ours, and the bank has not paid it back.
  if (posted.some(({ origin }) => origin === 'corrected')) throw correctedPayment();
  if (isLocked(date, await lockDateOf(run))) throw lockedPayment();
  const found: Reversible[] = [];
  for (const payment of posted) {
    const content = await contentOf(run, payment);
    if (!content || content.deleted) throw deletedInXero();
    found.push({ payment, content });
  }
  return found;
}

/**
 * Checks that the bank can have given a payment back on a date.
 * @throws Refusal `conflict` for one that took no money from the bank, `invalid` for an earlier date
 */
export function checkDishonour(posted: readonly PaymentDocumentState[], date: CalendarDate): void {
  const isByBank = posted.some(
    ({ origin, document }) => origin === 'corrected' || document?.type !== 'MANUAL-JOURNAL',
  );
  if (!isByBank) throw conflict('payment/no-bank', 'This payment took no money from the bank.');
  if (posted.some(({ document }) => document !== null && document.date > date)) {
    throw invalid('date', 'payment/before-payment', 'Please choose a date on or after the payment.');
  }
}

/** A payment without lines has no document in Xero. */
async function forgetEmpty(
  { context: { services, audited }, entity }: Run,
  schedule: OwnedSchedule,
  number: number,
  documents: readonly PaymentDocumentState[],
): Promise<[number, Outcome][]> {
  const { scheduleId, syncedCount, syncedNumbers, paymentChanges } = schedule;
  const gone = new Set(documents.flatMap((one) => (one.part === 0 ? [one.number] : [])));
  const changes = {
    syncedCount: syncedCount - documents.length,
    syncedNumbers: syncedNumbers.difference(gone),
    paymentChanges: paymentChanges + 1,
  };
  const writes = documents.map((document) => ({
    update: paymentKey(scheduleId, document.number, document.part),
    set: { state: 'unsynced' },
    if: ['state', '=', 'synced'] as const,
  }));
  await saveSchedule(services.table, entity, schedule, changes, [
    ...writes,
    ...auditEntries(audited, schedule),
  ]);
  return [[number, { kind: 'posted', documentId: '' }]];
}

const contentOf = (
  run: Run,
  { document, documentId }: PaymentDocumentState,
): Promise<DocumentContent | null> => {
  const { session, services } = run.context;
  const type = document?.type ?? 'SPEND';
  return run.once(`content of ${documentId}`, () =>
    session.call((access) => services.xero.readDocument(access, type, documentId ?? '')),
  );
};

/** Returns a reversal of the document as it is in Xero now: lines, accounts, contact, bank account. */
function reversalOf(
  { context: { services, session } }: Run,
  schedule: OwnedSchedule,
  { date, payment, dishonour }: Omit<WantedReversal, 'number'> & Pick<Reversible, 'payment'>,
  { lines, lineAmountTypes, contactId, bankAccountId }: DocumentContent,
): OpenDocument<StoredReversal> {
  const { scheduleId } = schedule;
  const { number, part, attempt } = payment;
  const of = { part, attempt, isReversal: true };
  const reference = paymentReference(scheduleId, number, of, services.restores.length);
  const url = scheduleUrl(services.origin, schedule);
  const isBank = contactId !== null && bankAccountId !== null;
  const json = isBank
    ? bankDocumentJson({
        type: 'RECEIVE',
        reference: referenceField(schedule, reference),
        date,
        contactId,
        bankAccountId,
        url,
        lineAmountTypes,
        lines,
      })
    : journalJson({
        narration: `Reversal of payment ${number} of ${schedule.name} [${reference}]`,
        date,
        lineAmountTypes,
        url,
        lines: lines.map((line) => ({ ...line, cents: -line.cents })),
      });
  const target = paymentKey(scheduleId, number, part).sk;
  return {
    kind: 'reversal',
    ownerId: scheduleId,
    sk: keys.reversal(scheduleId, target, attempt).sk,
    subject: number,
    reference,
    json,
    date,
    contactId,
    item: {
      number,
      part,
      attempt,
      state: 'posting',
      xeroTenantId: session.xeroTenantId,
      documentId: null,
      payment: PaymentItem.parse(payment),
      dishonour: dishonour && { ...dishonour, on: date },
    },
  };
}
