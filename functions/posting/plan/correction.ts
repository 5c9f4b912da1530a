/**
 * Corrections: a bank transaction of others comes to stand for a payment. It stays as it is, reconciled or not: a journal of
 * its date moves its coding.
 */
import { formatShortDay, isLocked } from '../../../domain/calendar.ts';
import { lineTax } from '../../../domain/gst/tax.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { cents, formatMoney } from '../../../domain/money.ts';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import { isCovered } from '../../../domain/contract/covered.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { paymentDocuments } from '../../../domain/journal/payment-documents.ts';
import { paymentReference } from '../../../domain/posting/document-reference.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  type CorrectedTransaction,
  paymentId,
  paymentKey,
  type StoredPayment,
  storedPayment,
} from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { openingNow } from '../../records/schedules/sync-state.ts';
import { claimedAmong, transactionTaken } from '../../records/schedules/transaction-claims.ts';
import {
  bankPayment,
  type BankPayment,
  type CodedTransactions,
  type FoundTransactions,
  notChecked,
} from '../../xero/coded-transactions.ts';
import type { CodedTransaction } from '../../xero/money-out.ts';
import type { Address, DocumentKind, Plan, ReadyDocument } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { correctingJournal, formerOf, grossOf } from './ledger-documents.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { OF_PAYMENTS, planNow, type PlannedNow } from './planned-payments.ts';
import {
  beforeStart,
  gstByHand,
  lockedPayment,
  notAMatch,
  notCorrectable,
  openingOutOfDate,
  paidOnOtherSide,
  systemAccount,
} from '../protocol/refusals.ts';
import type { DocumentContent } from '../../services/xero/port.ts';
import { ratesOf } from '../../xero/tax-setting.ts';
import { chartOf, codesOf, lockDateOf, refuseArchivedTracking, type Run, taxesOf, trackerOf } from './run.ts';

export interface WantedCorrection {
  readonly number: number;
  readonly transactionId: string;
}

export const correction = {
  name: 'correction',
  ...OF_PAYMENTS,

  async plan(run, schedule, wanted, problem) {
    const now = await planNow(run, schedule, numbersOf(wanted), problem);
    if (now.planned.length > 0 && schedule.openJournal !== null) throw openingOutOfDate();
    const days = now.planned.map(({ date }) => date);
    return { days, sought: [], choose: (found) => choose(run, schedule, wanted, now, found) };
  },
} satisfies DocumentKind<WantedCorrection>;

async function choose(
  run: Run,
  schedule: OwnedSchedule,
  wanted: readonly WantedCorrection[],
  now: PlannedNow,
  { coded }: FoundTransactions,
): Promise<Plan> {
  const outcomes = new Map<number, Outcome>(now.outcomes);
  const ready: ReadyDocument[] = [];
  for (const chosen of await chosenOf(run, schedule, wanted, now, coded)) {
    try {
      if ('refusal' in chosen) throw chosen.refusal;
      ready.push(await readyOf(run, schedule, now, chosen));
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'invalid') throw error;
      outcomes.set(chosen.number, { kind: 'skipped', reason: error });
    }
  }
  return { ready, outcomes };
}

interface Corrected {
  readonly stored: StoredPayment;
  readonly document: LedgerDocument;
  readonly corrected: CorrectedTransaction;
  /** The purpose of the journal, in words. */
  readonly narration: string;
}

async function draft(
  run: Run,
  schedule: OwnedSchedule,
  { stored, document, corrected, narration }: Corrected,
  { shortCode }: Address,
): Promise<OpenDocument<StoredPayment>> {
  const { scheduleId } = schedule;
  const { number, part, attempt } = stored;
  const { origin, restores } = run.context.services;
  const of = { part, attempt, isCorrection: true };
  const setting = {
    origin,
    contactId: null,
    codes: await codesOf(run),
    tracker: await trackerOf(run, schedule),
  };
  const toPost = {
    reference: paymentReference(scheduleId, number, of, restores.length),
    narration,
    document,
    paymentId: paymentId(scheduleId, number),
  };
  return {
    ...correctingJournal(schedule, toPost, corrected, setting),
    kind: 'correction',
    ownerId: scheduleId,
    sk: paymentKey(scheduleId, number, part).sk,
    subject: number,
    item: { ...stored, state: 'posting', xeroTenantId: run.link.tenantId, shortCode, documentId: null },
  };
}

const numbersOf = (wanted: readonly WantedCorrection[]): number[] => [
  ...new Set(wanted.map(({ number }) => number)),
];

interface Chosen {
  readonly number: number;
  readonly payment: BankPayment;
  readonly transaction: CodedTransaction;
}

/**
 * Returns the documents of payments that are not in Xero with the transactions chosen for them, or why one can't be.
 * @throws Refusal `invalid` for a transaction that does not match the payment
 */
async function chosenOf(
  run: Run,
  schedule: OwnedSchedule,
  wanted: readonly WantedCorrection[],
  { planned }: PlannedNow,
  coded: CodedTransactions,
): Promise<(Chosen | { readonly number: number; readonly refusal: Refusal })[]> {
  const { services, session } = run.context;
  const payments = planned.flatMap((one) => bankPayment(schedule, one) ?? []);
  const open = wanted.filter(({ number }) => planned.some((one) => one.number === number));
  const ids = open.map(({ transactionId }) => transactionId);
  const claimed = await claimedAmong(services.table, session.xeroTenantId, ids);
  const pairs = new Map<BankPayment, WantedCorrection>();
  for (const one of open.filter(({ transactionId }) => !claimed.has(transactionId))) {
    const own = payments.filter((payment) => payment.number === one.number);
    const payment = own.find((each) => !pairs.has(each) && coded.isMatch(each, one.transactionId));
    if (payment) pairs.set(payment, one);
    else if (own.every(({ date }) => coded.whyUnsearched(date) === null)) throw notAMatch();
  }
  const chosen = new Map(Array.from(pairs, ([payment, { transactionId }]) => [payment, transactionId]));
  const matches = await coded.matches(payments, chosen);
  return open.map((one) => {
    const { number, transactionId } = one;
    const [payment] = [...pairs].find(([, each]) => each === one) ?? [];
    if (!payment) return { number, refusal: claimed.has(transactionId) ? transactionTaken() : notChecked() };
    const transaction = matches.get(payment)?.find(({ id }) => id === transactionId);
    return transaction ? { number, payment, transaction } : { number, refusal: transactionTaken() };
  });
}

/** @throws Refusal where the transaction can't stand for the payment */
async function readyOf(
  run: Run,
  schedule: OwnedSchedule,
  { contract, states }: PlannedNow,
  { number, payment: { part }, transaction: found }: Chosen,
): Promise<ReadyDocument> {
  const { id, date } = found;
  const chart = await chartOf(run);
  const { content } = found;
  if (content === null) throw notCorrectable(found);
  const transaction = withAccounts(chart, await wholeOf(run, content));
  refuseAccounts(chart, transaction);
  await refuseGstByHand(run, transaction);
  await refuseArchivedTracking(
    run,
    transaction.lines.filter(({ cents: amount }) => amount !== 0),
  );
  if (isLocked(date, await lockDateOf(run))) throw lockedPayment();
  const opening = openingNow(schedule, run.entity);
  if (date < contract.terms.startDate) throw beforeStart(contract.terms.startDate);
  if (opening && isCovered({ date }, opening)) throw paidOnOtherSide(number);
  const before = storedPayment(number, part, states.get(number));
  const parts = states.get(number)?.parts ?? [];
  const all = paymentDocuments(contract.planOf(number), number, schedule.accounts, { parts });
  const untaxed = all[Math.max(0, part - 1)];
  if (!untaxed) throw notAMatch();
  const taxes = await taxesOf(run, schedule);
  const document = withDefaultTaxes(untaxed, taxes);
  const due = contract.dateOf(number);
  const paidOn = part > 0 ? before.paidOn : date === due ? null : date;
  const corrected = { transactionId: id, former: formerOf(transaction), paidOn: before.paidOn };
  const drawn: Corrected = {
    stored: { ...before, origin: 'corrected', corrected, paidOn },
    document: { ...document, date },
    corrected,
    narration: narrationOf(schedule, document, found),
  };
  return {
    subject: number,
    part,
    type: 'MANUAL-JOURNAL',
    date,
    draft: (address) => draft(run, schedule, drawn, address),
  };
}

/** `Toyota HiLux: Payment 5 of 60 – repayment: moves the coding of $1,004.50 to Toyota Finance on 14 Jan 2026`. */
function narrationOf(
  { name }: Pick<OwnedSchedule, 'name'>,
  { lines }: LedgerDocument,
  { total, contact, date }: CodedTransaction,
): string {
  const to = contact === '' ? '' : ` to ${contact}`;
  const moved = `moves the coding of ${formatMoney(total)}${to} on ${formatShortDay(date)}`;
  return `${name}: ${lines[0]?.description ?? ''}: ${moved}`;
}

/** A list may give a transaction without all of its lines. */
async function wholeOf(run: Run, found: DocumentContent): Promise<DocumentContent> {
  const { services, session } = run.context;
  const { id, total, lineAmountTypes, lines } = found;
  const sum = lines.reduce((all, line) => all + grossOf(lineAmountTypes, line), 0);
  if (sum === total) return found;
  const read = await run.once(`content of ${id}`, () =>
    session.call((access) => services.xero.readDocument(access, 'SPEND', id)),
  );
  if (!read || read.deleted) throw notAMatch();
  return read;
}

const withAccounts = (chart: Chart, transaction: DocumentContent): DocumentContent => ({
  ...transaction,
  lines: transaction.lines.map((line) => ({
    ...line,
    accountId: accountOf(chart, line)?.id ?? line.accountId,
  })),
});

/** @throws Refusal `conflict` for lines that a journal can't move */
function refuseAccounts(chart: Chart, { lines }: DocumentContent): void {
  const isOrdinary = lines.every((line) => {
    const account = accountOf(chart, line);
    return line.cents === 0 || (account && account.type !== 'BANK' && !account.systemAccount);
  });
  if (!isOrdinary) throw systemAccount();
}

/**
 * The journal leaves the GST to Xero, which takes it from the amounts.
 * @throws Refusal `conflict` for a line whose GST is another one
 */
async function refuseGstByHand(run: Run, { lineAmountTypes, lines }: DocumentContent): Promise<void> {
  if (lineAmountTypes === 'NoTax') return;
  if (lines.every(({ taxType, taxCents }) => taxType === NO_GST && taxCents === 0)) return;
  const { services, session } = run.context;
  const rates = await run.once('rates', () => ratesOf(services, session));
  const isByHand = lines.some((line) => {
    const rate = rates.find(({ taxType }) => taxType === line.taxType)?.rate ?? 0;
    const gross = cents(grossOf(lineAmountTypes, line));
    return lineTax(gross, rate, 'Inclusive') !== line.taxCents;
  });
  if (isByHand) throw gstByHand();
}

type Chart = readonly LedgerAccount[];

/** Xero may name an account by its code alone. */
const accountOf = (chart: Chart, { accountId, accountCode }: DocumentContent['lines'][number]) =>
  chart.find(({ id, code }) => (accountId === '' ? code === accountCode : id === accountId));
