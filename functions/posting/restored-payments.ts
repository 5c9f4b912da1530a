/**
 * Payments after a restore of the table: the documents that stand for them in Xero, their reversed ones and reversals.
 * A reference that a document in Xero has is never given again, also when that document is deleted.
 */
import type { Contract } from '../../domain/contract/contract.ts';
import { paymentKey, paymentOf, type StoredPayment } from '../records/schedules/payments.ts';
import { type OwnedSchedule, postingNoted } from '../records/schedules/schedule.ts';
import { keys, prefixes } from '../store/keys.ts';
import { commit, type Item, type Write } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import { isNumbered } from './payment-numbers.ts';
import { type ReferenceOf, sentDocumentIn, type UnknownDocument } from './unknown-document.ts';
import { linkOf } from '../xero/session.ts';

type UnknownPayment = UnknownDocument<ReferenceOf<'payment'>>;

/** A payment, or a part of it, with the documents in Xero that it does not know, by attempt. */
interface Restored {
  readonly known: StoredPayment;
  readonly originals: ReadonlyMap<number, UnknownPayment>;
  readonly reversals: ReadonlyMap<number, UnknownPayment>;
}

/** The payments in transactions of which one schedule's own write is a part. */
const AT_ONCE = 90;

/**
 * Records the documents of payments.
 * @param items all items below the schedule.
 * @returns the documents that its payments can't explain.
 */
export async function recordPayments(
  context: PostingContext,
  schedule: OwnedSchedule,
  contract: Contract,
  items: readonly Item[],
  documents: readonly UnknownPayment[],
): Promise<UnknownPayment[]> {
  const stored = items.filter(({ sk }) => sk.startsWith(prefixes.payments)).map(paymentOf);
  const groups = Map.groupBy(documents, ({ parts }) => `${parts.number}.${parts.part}`);
  const first: { readonly known: StoredPayment; readonly id: string }[] = [];
  const unexplained: UnknownPayment[] = [];
  for (const [place, found] of groups) {
    const restored = restoredAt(place, stored, found);
    const { known, originals, reversals } = restored;
    const [only] = originals.values();
    if (!isPayable(contract, stored, known, context)) {
      unexplained.push(...found);
      await skipTokens(context, schedule, restored);
    } else if (
      only &&
      isUntouched(known) &&
      originals.has(1) &&
      originals.size === 1 &&
      reversals.size === 0
    ) {
      first.push({ known, id: only.id });
    } else {
      unexplained.push(...(await recordChain(context, schedule, restored)));
    }
  }
  await recordFirst(context, schedule, first);
  return unexplained;
}

/** @param place `5.0` for payment 5, `5.2` for its second part. */
function restoredAt(
  place: string,
  stored: readonly StoredPayment[],
  found: readonly UnknownPayment[],
): Restored {
  const [number = 0, part = 0] = place.split('.').map(Number);
  const byAttempt = (isReversal: boolean) =>
    new Map(
      found
        .filter(({ parts }) => parts.isReversal === isReversal)
        .map((document) => [attemptOf(document), document] as const),
    );
  const known = stored.find((one) => one.number === number && one.part === part);
  return {
    known: known ?? paymentOf({ number, part, state: 'unsynced' }),
    originals: byAttempt(false),
    reversals: byAttempt(true),
  };
}

const attemptOf = ({ parts }: UnknownPayment): number => parts.attempt;

/** Whether the contract has the payment, made as the table says: at once or in parts. */
function isPayable(
  contract: Contract,
  stored: readonly StoredPayment[],
  { number, part, state, xeroTenantId }: StoredPayment,
  { session }: PostingContext,
): boolean {
  const parts = stored.find((one) => one.number === number && one.part === 0)?.parts ?? [];
  const isElsewhere = state !== 'unsynced' && xeroTenantId !== session.xeroTenantId;
  return number <= contract.count && !isElsewhere && (part === 0 ? parts.length === 0 : part <= parts.length);
}

const isUntouched = ({ state, attempt, reversed }: StoredPayment): boolean =>
  state === 'unsynced' && attempt === 1 && reversed.length === 0;

/** Payments of which Xero has the first document only, many in a transaction. */
async function recordFirst(
  { services: { table }, session: { xeroTenantId }, entity }: PostingContext,
  schedule: OwnedSchedule,
  payments: readonly { readonly known: StoredPayment; readonly id: string }[],
): Promise<void> {
  const { shortCode } = linkOf(entity);
  const isWhole = ({ known }: { readonly known: StoredPayment }): boolean => known.part === 0;
  for (let from = 0; from < payments.length; from += AT_ONCE) {
    const some = payments.slice(from, from + AT_ONCE);
    const synced = some.filter(isWhole).map(({ known }) => known.number);
    const otherDocuments = some.length - synced.length;
    await commit(table, [
      postingNoted(schedule, { closed: 0, synced, otherDocuments, changes: {} }),
      ...some.map(({ known: { number, part }, id: documentId }): Write => ({
        update: paymentKey(schedule.scheduleId, number, part),
        set: { number, part, state: 'synced', xeroTenantId, shortCode, documentId },
        if: { any: ['absent', ['state', '=', 'unsynced']] },
      })),
    ]);
  }
}

/** Keeps later documents of a payment from the references of those found. */
async function skipTokens(
  { services: { table } }: PostingContext,
  { scheduleId }: OwnedSchedule,
  { known: { number, part, state, attempt }, originals, reversals }: Restored,
): Promise<void> {
  const next = Math.max(attempt, ...[...originals.keys(), ...reversals.keys()].map((taken) => taken + 1));
  if (state !== 'unsynced' || next === attempt) return;
  await commit(table, [
    {
      update: paymentKey(scheduleId, number, part),
      set: { number, part, state, attempt: next },
      if: { any: ['absent', ['state', '=', 'unsynced']] },
    },
  ]);
}

/**
 * Records the attempts of a payment: each one before the last was reversed, and the last one too where Xero has its
 * reversal.
 * @returns the reversals of documents that Xero does not have.
 */
async function recordChain(
  context: PostingContext,
  schedule: OwnedSchedule,
  { known, originals, reversals }: Restored,
): Promise<UnknownPayment[]> {
  const { services, session, entity } = context;
  const { scheduleId, accounts } = schedule;
  const { xeroTenantId } = session;
  const { number, part } = known;
  const facts = async (document: UnknownPayment) => sentDocumentIn(context, document, [accounts]);
  const present = known.documentId === null ? [] : [{ ...known, documentId: known.documentId }];
  const past = [...known.reversed, ...present].map(({ documentId, attempt, document }) => ({
    documentId,
    xeroTenantId,
    attempt,
    document,
  }));
  const missing = [...originals].filter(([attempt]) => past.every((one) => one.attempt !== attempt));
  for (const [attempt, document] of missing) {
    past.push({ documentId: document.id, xeroTenantId, attempt, document: await facts(document) });
  }
  past.sort((a, b) => a.attempt - b.attempt);
  const last = past.at(-1);
  const isReversed = last === undefined || reversals.has(last.attempt) || last.attempt < known.attempt;
  const attempt = Math.max(known.attempt, (last?.attempt ?? 0) + (isReversed ? 1 : 0));
  const current = isReversed ? { documentId: null, document: null } : last;
  const target = paymentKey(scheduleId, number, part);
  const explained = [...reversals].filter(([reversed]) => past.some((one) => one.attempt === reversed));
  const writes: Write[] = [];
  for (const [reversed, reversal] of explained) {
    const item = { number, part, attempt: reversed, state: 'synced', xeroTenantId, documentId: reversal.id };
    const key = keys.reversal(scheduleId, target.sk, reversed);
    writes.push({ put: { ...key, ...item, document: await facts(reversal) }, if: 'absent' });
  }
  await commit(services.table, [
    postingNoted(schedule, { closed: 0, ...movedBetween(schedule, known, isReversed), changes: {} }),
    {
      update: target,
      set: {
        number,
        part,
        attempt,
        state: isReversed ? 'unsynced' : 'synced',
        xeroTenantId,
        shortCode: linkOf(entity).shortCode,
        documentId: current.documentId,
        document: current.document,
        reversed: isReversed ? past : past.slice(0, -1),
      },
      if: { any: ['absent', ['state', '=', known.state]] },
    },
    ...writes,
  ]);
  return [...reversals]
    .filter(([reversed]) => past.every((one) => one.attempt !== reversed))
    .map(([, one]) => one);
}

/** The counts of a payment that was synced or not, and now is or is not. */
function movedBetween(schedule: OwnedSchedule, { number, part, state }: StoredPayment, isReversed: boolean) {
  const wasSynced = state === 'synced';
  if (wasSynced !== isReversed) return { synced: [] };
  const isCounted = part === 0 && (isReversed ? isNumbered(schedule, number, part) : true);
  if (!isCounted) return { synced: [], otherDocuments: isReversed ? -1 : 1 };
  return isReversed ? { synced: [], unsynced: [number] } : { synced: [number] };
}
