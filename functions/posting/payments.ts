/** Posting payments of an entity's schedules. */
import { readPaymentStates } from '../records/schedules/payments.ts';
import type { XeroServices } from '../services/context.ts';
import type { TableReader } from '../store/table.ts';
import { linkOf } from '../xero/session.ts';
import { correction } from './plan/correction.ts';
import { payment } from './plan/payment.ts';
import { postDocuments } from './post-documents.ts';
import type { OwnerResult } from './owners.ts';
import { requirePaidPlan } from './post-one.ts';
import { newRun } from './plan/run.ts';
import type { PostingRequest } from './protocol/request.ts';
import { runPosting } from './protocol/run-posting.ts';

export interface WantedPayments {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
  /** The decisions of people about payments that may be in Xero already. */
  readonly decisions?: readonly CodingDecision[];
}

/** `correct`: the transaction stands for the payment. `post`: the payment is posted anyway. */
export interface CodingDecision {
  readonly number: number;
  readonly decision: 'correct' | 'post';
  readonly transactionId?: string | undefined;
}

/**
 * Posts payments that are not in Xero yet. Their outcomes stand by number; those in Xero since before have none. A payment
 * that may be in Xero by another hand is posted only where people have decided so, and not while a transaction stands for it.
 * @returns the results in the order asked
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError when Xero can't be asked
 */
export async function postPayments(
  services: XeroServices,
  request: PostingRequest,
  asked: readonly WantedPayments[],
): Promise<readonly OwnerResult[]> {
  linkOf(request.entity);
  await requirePaidPlan(services.table, request.entity.tenantId);
  const wanted = await Promise.all(asked.map((one) => withInformedDecisions(services.table, one)));
  return runPosting(services, request, async (context) => {
    const run = newRun(request, context);
    const corrections = wanted.flatMap(correctionsOf);
    const corrected = corrections.length > 0 ? await postDocuments(run, correction, corrections) : [];
    const before = new Map(corrected.map((result) => [result.ownerId, result]));
    const posted = await postDocuments(
      run,
      payment,
      wanted
        .filter(({ scheduleId }) => !before.get(scheduleId)?.failure)
        .map((one) => paymentsOf(one, notPosted(before.get(one.scheduleId)?.outcomes))),
    );
    const after = new Map(posted.map((result) => [result.ownerId, result]));
    return wanted.flatMap(({ scheduleId }) => {
      const [first, second] = [before.get(scheduleId), after.get(scheduleId)];
      if (!first || !second) return first ?? second ?? [];
      return { ...second, outcomes: new Map([...second.outcomes, ...first.outcomes]) };
    });
  });
}

/**
 * Leaves out the decisions to post payments anyway for which a transaction stands now, be it that its correction or the
 * undo of that is under way. When that frees the transaction, the search finds it and people are asked.
 */
async function withInformedDecisions(table: TableReader, one: WantedPayments): Promise<WantedPayments> {
  const { scheduleId, decisions = [] } = one;
  const anyway = decisions.flatMap(({ number, decision }) => (decision === 'post' ? [number] : []));
  const states = await readPaymentStates(table, scheduleId, anyway);
  const isCorrected = (number: number): boolean =>
    states.get(number)?.documents.some(({ origin }) => origin === 'corrected') === true;
  return {
    ...one,
    decisions: decisions.filter(({ number, decision }) => decision !== 'post' || !isCorrected(number)),
  };
}

function correctionsOf({ scheduleId, numbers, decisions = [] }: WantedPayments) {
  const own = decisions.flatMap(({ number, decision, transactionId }) =>
    decision === 'correct' && transactionId !== undefined && numbers.includes(number)
      ? [{ number, transactionId }]
      : [],
  );
  return own.length > 0 ? [{ ownerId: scheduleId, wanted: own }] : [];
}

const notPosted = (outcomes: OwnerResult['outcomes'] = new Map()): ReadonlySet<number> =>
  new Set([...outcomes].flatMap(([number, { kind }]) => (kind === 'posted' ? [] : [number])));

/** @param left payments whose correction failed */
function paymentsOf({ scheduleId, numbers, decisions = [] }: WantedPayments, left: ReadonlySet<number>) {
  const anyway = new Set(decisions.flatMap(({ number, decision }) => (decision === 'post' ? [number] : [])));
  return {
    ownerId: scheduleId,
    wanted: [...new Set(numbers)]
      .filter((number) => !left.has(number))
      .toSorted((a, b) => a - b)
      .map((number) => ({ number, isAnyway: anyway.has(number) })),
  };
}
