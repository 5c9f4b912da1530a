/** Users who change contracts and payments. */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { NO_GST } from '../../domain/gst/tax-types.ts';
import { cents, type Cents } from '../../domain/money.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { Change } from '../../domain/event-kinds/kinds.ts';
import { isContained, readContract, readEvents } from '../../functions/records/schedules/events.ts';
import { planEvent } from '../../functions/events/plan-event.ts';
import { reopenDeviating } from '../../functions/events/reopen-event.ts';
import { storeEvent } from '../../functions/events/store-event.ts';
import { takeBackEvent } from '../../functions/events/take-back-event.ts';
import { varyPayment } from '../../functions/events/vary-payment.ts';
import type { SlotCaller } from '../../functions/xero/organisation-rate-limiter.ts';
import { refreshStates } from '../../functions/ledger/refresh-states.ts';
import type { XeroServices } from '../../functions/services/context.ts';
import { type OwnedSchedule } from '../../functions/records/schedules/schedule.ts';
import { readPaymentStates } from '../../functions/records/schedules/payments.ts';
import { postEvent } from '../../functions/posting/post-one.ts';
import { reversePayment } from '../../functions/posting/reversals.ts';
import type { PostingRequest } from '../../functions/posting/protocol/request.ts';
import { reconciledForChange } from '../../functions/posting/protocol/run-posting.ts';
import type { Random } from './random.ts';
import { creationOf, newSchedule, type SimulatedSchedule, type World } from './world.ts';

import { type Task, USER } from './actors.ts';
import { tamper } from './people-in-xero.ts';

const TODAY = calendarDate('2025-06-01');

/** A user records an event that is arbitrary, as far as it is accepted. */
export function eventTask(world: World): Task {
  return async ({ process: { services }, schedule: simulated, deadlines }, { entity, schedule: asked }) => {
    const request: PostingRequest = { entity, userId: USER, deadlines };
    const schedule = await reconciledForChange(services, request, asked);
    const contract = await readContract(services.table, schedule);
    if (contract.count === 0) return;
    const event = arbitraryEvent(world, contract, simulated);
    const plan = await planEvent(services, request, schedule, event);
    await storeEvent(services, request, schedule, plan, {
      note: '',
      createdAt: '2025-06-01T00:00:00Z',
      createdBy: { id: USER, name: 'Simulated' },
      created: createdBy(world, simulated, event.change),
    });
  };
}

/** The schedule that a refinance creates. Whether it exists depends on the refinance, which may fail or be undone. */
function createdBy(world: World, { tenantId, entityId, scheduleId }: SimulatedSchedule, change: Change) {
  if (change.kind !== 'refinance') return null;
  const { clearingAccountId, payoutFigure } = change;
  const created = newSchedule(world, { tenantId, entityId, refinances: scheduleId });
  world.schedules.push(created);
  const refinances = { scheduleId, clearingAccountId, payoutFigure };
  return { schedule: { ...creationOf(created), refinances }, notes: undefined };
}

function arbitraryEvent(
  { random }: World,
  contract: Contract,
  { assetId }: SimulatedSchedule,
): { date: CalendarDate; change: Change } {
  const number = random.between(1, Math.min(contract.count, 12));
  const date = addDays(contract.dateOf(number), random.between(-10, 10));
  const keep = random.pick(['payment', 'term'] as const);
  const owed = contract.balanceAt(date);
  const changes: Change[] = [
    { kind: 'extra-repayment', amount: cents(Math.max(1, Math.floor(owed / random.between(2, 40)))), keep },
    { kind: 'rate-change', interestRate: random.between(0, 2000) / 100, keep },
    { kind: 'holiday', fromPayment: Math.min(contract.count, number + 1), qty: random.between(1, 3) },
    { kind: 'fee-change', fromPayment: Math.min(contract.count, number + 2), administrationFee: cents(700) },
    {
      kind: 'terms-change',
      fromPayment: Math.min(contract.count, number + 2),
      rows: [{ qty: random.between(2, 8), amount: cents(Math.max(1, Math.ceil(owed / 2))) }],
    },
    {
      kind: 'frequency-change',
      frequency: 'fortnightly',
      firstPaymentDate: addDays(date, random.between(1, 20)),
      amount: cents(Math.max(1, Math.ceil(owed / 8))),
    },
    tableFrom(random, contract, Math.min(contract.count, number + 2)),
  ];
  const ending = { payoutFigure: cents(owed + random.between(0, 10_000)), fees: [] };
  const endings: Change[] = [
    { kind: 'payout', ...ending, settledFrom: null },
    { kind: 'refinance', ...ending, clearingAccountId: assetId },
  ];
  return { date, change: random.pick(random.chance(0.15) ? endings : changes) };
}

/** New terms in the lender's table: two payments on irregular dates. */
function tableFrom(random: Random, contract: Contract, fromPayment: number): Change {
  const { date, balance } = contract.payment(Math.max(1, fromPayment - 1));
  const half = cents(Math.floor(balance / 2));
  const amounts = [cents(balance - half + random.between(0, 5_000)), cents(half + 1)];
  const table = [
    { date: addDays(date, random.between(20, 60)), amount: amounts[0] ?? half, balance: half },
    { date: addDays(date, random.between(70, 200)), amount: amounts[1] ?? half, balance: cents(0) },
  ];
  return { kind: 'terms-change', fromPayment, table };
}

/** A user undoes the newest event. */
export const undoTask: Task = async ({ process: { services }, deadlines }, { entity, schedule }) => {
  const newest = (await readEvents(services.table, schedule)).at(-1);
  if (!newest) return;
  const { number } = newest;
  await takeBackEvent(services, { entity, userId: USER, deadlines }, schedule, number);
};

/** Posts the events that are not in Xero. */
export const syncEventsTask: Task = async ({ process: { services }, deadlines }, { entity, schedule }) => {
  const { scheduleId } = schedule;
  for (const { number, state } of await readEvents(services.table, schedule)) {
    const isOver = state === 'synced' || isContained(schedule, entity.xero?.tenantId, number);
    if (!isOver) await postEvent(services, { entity, userId: USER, deadlines }, { scheduleId, number });
  }
};

/** A person in Xero edits or deletes the document of an event; a user sees that, and posts the event again. */
export function postAgainTask(world: World): Task {
  return async (work, { entity, schedule }) => {
    const { services } = work.process;
    const events = await readEvents(services.table, schedule);
    const inXero = events.filter(({ documentId }) => documentId !== null);
    if (inXero.length === 0) {
      await eventTask(world)(work, { entity, schedule });
      return;
    }
    const { number, documentId } = world.random.pick(inXero);
    if (world.random.chance(0.7)) tamper(world, documentId ?? '');
    await repostEvent(services, { entity, userId: USER, deadlines: work.deadlines }, schedule, number);
  };
}

const READER: SlotCaller = { priority: 'interactive', userId: USER };

/** As the page does: its document's state is read, then the user chooses Post again. */
async function repostEvent(
  services: XeroServices,
  request: PostingRequest,
  schedule: OwnedSchedule,
  number: number,
): Promise<void> {
  const { entity, deadlines } = request;
  await refreshStates(services, { entity, schedule, reader: READER, deadlines });
  await reopenDeviating(services, request, schedule, { number, role: 'Admin' });
  await postEvent(services, request, { scheduleId: schedule.scheduleId, number });
}

/** A user reverses a payment that is in Xero, or records that it was dishonoured, with a fee. */
export function reversalTask(world: World): Task {
  return async ({ process: { services }, deadlines }, { entity, schedule: { scheduleId, accounts } }) => {
    const states = [...(await readPaymentStates(services.table, scheduleId)).values()];
    const synced = states.filter(({ state }) => state !== 'unsynced');
    if (synced.length === 0) return;
    const { number, parts } = world.random.pick(synced);
    const mode = world.random.pick(['mirror', 'delete'] as const);
    const date = calendarDate('2025-06-01');
    const dishonour =
      mode === 'mirror' && number % 3 > 0
        ? {
            fee: { amount: feeOf(number), accountId: accounts['administrationFeeId'] ?? '', taxType: NO_GST },
            presentedOn: number % 3 === 1 && parts.length === 0 ? addDays(date, 7) : null,
          }
        : null;
    const wanted = { scheduleId, number, date, mode, dishonour };
    await reversePayment(services, { entity, userId: USER, deadlines }, wanted);
  };
}

/** The fee of a dishonour: each payment has its own. */
export const feeOf = (number: number): Cents => cents(1000 + number);

/** A user says that a payment was made late, or in two parts. */
export function varyTask(world: World): Task {
  return async ({ process: { services }, deadlines }, { entity, schedule: asked }) => {
    const { random } = world;
    const schedule = await reconciledForChange(services, { entity, userId: USER, deadlines }, asked);
    const contract = await readContract(services.table, schedule);
    if (contract.count === 0) return;
    const number = random.between(1, Math.min(contract.count, 6));
    const { date, amount } = contract.payment(number);
    const half = cents(Math.floor(amount / 2));
    const parts = [
      { date, amount: half },
      { date, amount: cents(amount - half) },
    ];
    const isLate = random.chance(0.5) || half === 0 || date > TODAY;
    const variation = isLate ? { paidOn: addDays(date, 3), parts: [] } : { paidOn: null, parts };
    await varyPayment(services, { entity }, schedule, number, variation);
  };
}
