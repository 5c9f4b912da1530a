/** Purchases in the simulation: people type invoices, change and delete them, and post the opening journal with their lines. */
import { calendarDate } from '../../domain/calendar.ts';
import type { OpeningLine } from '../../domain/journal/opening-balances.ts';
import { cents, type Cents } from '../../domain/money.ts';
import { type Purchase, workOutPurchase } from '../../domain/purchase/purchase.ts';
import {
  CHARGE_KINDS,
  type PurchaseCharge,
  type PurchaseFacts,
} from '../../domain/purchase/purchase-facts.ts';
import type { OwnedEntity } from '../../functions/records/entities/entity.ts';
import { reconciled } from '../../functions/posting/protocol/run-posting.ts';
import { readOpeningJournals } from '../../functions/records/schedules/opening-journals.ts';
import { purchaseRevision, readPurchase } from '../../functions/records/schedules/purchases.ts';
import type { OwnedSchedule } from '../../functions/records/schedules/schedule.ts';
import { checkedPurchase, storedPurchase } from '../../functions/setup/purchase.ts';
import { deletePurchase, purchaseToReplace, storePurchase } from '../../functions/setup/store-purchase.ts';
import type { Table, Write } from '../../functions/store/table.ts';
import { type Act, startJournalTask, type Task, USER, type Work } from './actors.ts';
import { Random } from './random.ts';
import { inForce, type Chosen } from './tracking.ts';
import { accountWithCode, type SimulatedSchedule, type World } from './world.ts';

const TODAY = calendarDate('2025-06-01');

/** The purchases of a world. It draws its own random numbers, so that other worlds draw the same ones as without it. */
export interface SimulatedPurchases {
  readonly random: Random;
  /** The values stored for the schedules, oldest first; null for a deletion. */
  readonly stored: Chosen<PurchaseFacts | null>[];
}

export const newPurchases = (seed: number): SimulatedPurchases => ({
  random: new Random(seed + 2 ** 28),
  stored: [],
});

/** Notes each purchase that is stored or deleted, once it is. */
export function notingPurchases(table: Table, { stored }: SimulatedPurchases, now: () => number): Table {
  const note = (writes: readonly Write[]): void => {
    for (const write of writes) {
      const key = 'put' in write ? write.put : 'delete' in write ? write.delete : null;
      if (key?.sk !== 'PURCHASE') continue;
      const choice = 'put' in write ? (write.put['facts'] as PurchaseFacts) : null;
      stored.push({ at: now(), id: key.pk.slice(2), choice });
    }
  };
  return {
    ...table,
    get: (...asked) => table.get(...asked),
    getMany: (...asked) => table.getMany(...asked),
    query: (...asked) => table.query(...asked),
    write: async (write) => {
      const written = await table.write(write);
      note([write]);
      return written;
    },
    transact: async (writes) => {
      await table.transact(writes);
      note(writes);
    },
  };
}

/** Returns something that people do with the purchase of a schedule; null where they do nothing. */
export function happeningOfPurchases(
  world: World,
  schedule: SimulatedSchedule,
  doing: (name: string, task: Act['task']) => () => Promise<unknown>,
): (() => Promise<unknown>) | null {
  const { purchases } = world;
  // A refinanced loan buys nothing.
  if (purchases === null || schedule.refinances !== null || !purchases.random.chance(0.5)) return null;
  const dice = purchases.random.between(1, 100);
  if (dice <= 50) return doing('purchase', purchaseTask(world, purchases));
  if (dice <= 60) return doing('delete the purchase', deleteTask);
  return doing('journal at the start', startJournalTask(world));
}

/** A user types an invoice, or changes the one that is stored. */
function purchaseTask(world: World, purchases: SimulatedPurchases): Task {
  return async ({ process: { services }, schedule: simulated, deadlines }, { entity, schedule: asked }) => {
    const schedule = await reconciled(services, { entity, userId: USER, deadlines }, asked);
    const before = await purchaseToReplace(services.table, schedule);
    const facts = arbitraryPurchase(world, purchases, simulated, before);
    const of = { actor: { userId: USER, role: 'Admin' } as const, entity, schedule, deadlines };
    const worked = await checkedPurchase(services, of, facts);
    const at = {
      actor: { userId: USER, tenantId: simulated.tenantId },
      now: services.clock.now(),
      today: TODAY,
    };
    await storePurchase(services.table, { ...at, entity, schedule }, { facts, before, worked });
  };
}

const deleteTask: Task = ({ process: { services }, schedule: { tenantId } }, { entity, schedule }) =>
  deletePurchase(services.table, {
    actor: { userId: USER, tenantId },
    entity,
    schedule,
    now: services.clock.now(),
  });

/** Returns an invoice whose amount financed is the loan's: another one, or the one before without a part of it. */
function arbitraryPurchase(
  world: World,
  { random }: SimulatedPurchases,
  { terms: { loanAmount } }: SimulatedSchedule,
  before: PurchaseFacts | null,
): PurchaseFacts {
  const account = (code: string): string => accountWithCode(world, code);
  const part = (): Cents => cents(random.between(1, Math.max(1, Math.floor(loanAmount / 20))));
  if (before && random.chance(0.2)) return before;
  const kinds = CHARGE_KINDS.filter(() => random.chance(0.3));
  const charges =
    before && random.chance(0.4)
      ? before.charges.slice(1)
      : kinds.map((kind): PurchaseCharge => ({
          kind,
          text: '',
          amount: part(),
          accountId: account(kind === 'other' ? '449' : '730'),
        }));
  const payout = { amount: part(), accountId: account('900'), scheduleId: null };
  const tradeIn = random.chance(0.3)
    ? {
        amount: part(),
        taxable: random.chance(0.5),
        accountId: account('260'),
        payout: random.chance(0.5) ? payout : null,
      }
    : null;
  const deposit = random.chance(0.4) ? { amount: part(), accountId: account('850') } : null;
  const beside =
    charges.reduce((sum, { amount }) => sum + amount, 0) +
    (tradeIn?.payout?.amount ?? 0) -
    (tradeIn?.amount ?? 0) -
    (deposit?.amount ?? 0);
  // The other lines come to half of the loan at most.
  const price = cents(loanAmount - beside);
  return {
    asset: {
      kind: random.pick(['car', 'vehicle', 'other'] as const),
      price,
      gst: random.chance(0.8),
      firstUse: calendarDate('2025-06-30'),
      businessUse: random.pick([100, 80, 33.33, 0]),
      accountId: account('730'),
    },
    charges,
    tradeIn,
    deposit,
    registered: random.chance(0.8),
  };
}

/** The own lines of the journal at the start as the page takes them from the purchase; null without one. */
interface TakenLines {
  readonly lines: readonly OpeningLine[] | null;
  readonly revision: string;
}

export async function linesOfPurchase(
  { process: { services }, deadlines }: Work,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
): Promise<TakenLines> {
  const facts = await readPurchase(services.table, schedule.scheduleId);
  const revision = purchaseRevision(facts);
  if (facts === null) return { lines: null, revision };
  const { lines } = await storedPurchase(
    services,
    { actor: { userId: USER, role: 'Admin' }, entity, schedule, deadlines },
    facts,
  );
  return { lines: lines.map(({ accountId, ...line }) => ({ ...line, account: accountId ?? '' })), revision };
}

interface JournalLine {
  readonly account: string | null;
  readonly taxType: string;
  readonly cents: number;
}

const textOf = (lines: readonly JournalLine[]): string =>
  lines
    .map(({ account, taxType, cents: amount }) => `${account} ${taxType} ${amount}`)
    .toSorted()
    .join();

const linesOf = ({ lines }: Purchase): JournalLine[] =>
  lines.map(({ accountId, taxType, amount }) => ({ account: accountId, taxType, cents: amount }));

/**
 * The journal at the start of a contract has the lines of a purchase that was stored when it was drawn up, and those of a
 * purchase that was stored after it.
 */
export async function checkPurchases(world: World): Promise<void> {
  const { purchases, tracking, table, core, restores, lost, failures, retokened } = world;
  if (purchases === null || tracking === null) return;
  for (const { scheduleId, mapping, assetId, terms } of world.schedules) {
    if (lost.has(scheduleId)) continue;
    const posted = (await readOpeningJournals(table, scheduleId)).find(({ state }) => state === 'posted');
    const journal = core.state.records.manualJournals.get(posted?.journalId ?? '');
    const isAtStart = posted?.date === terms.startDate && !posted.includesDate;
    if (!posted || journal?.status !== 'POSTED' || !isAtStart) continue;
    const liabilities = new Set(Object.values(mapping));
    const own = journal.lines.filter(({ accountId }) => !liabilities.has(accountId));
    const found = textOf(
      own.map(({ accountId, taxType, cents: amount }) => ({ account: accountId, taxType, cents: amount })),
    );
    const [reference = ''] = /PD-[^\]\s]+/.exec(retokened.get(journal.id) ?? journal.narration) ?? [];
    const frozen = tracking.frozen.get(reference) ?? [];
    const to = Math.max(...frozen);
    const expected = (facts: PurchaseFacts | null): string =>
      facts === null
        ? textOf([
            {
              account: assetId,
              taxType: 'BASEXCLUDED',
              cents: own.reduce((sum, line) => sum + line.cents, 0),
            },
          ])
        : textOf(linesOf(workOutPurchase(facts, terms.loanAmount, null)));
    const all: Chosen<PurchaseFacts | null>[] = [
      { at: 0, id: scheduleId, choice: null },
      ...purchases.stored.filter(({ id }) => id === scheduleId),
    ];
    const fail = (what: string): void => void failures.push(`schedule ${scheduleId.slice(0, 4)}: ${what}`);
    const from = restores.length > 0 ? 0 : Math.min(...frozen);
    const fits = inForce(all, scheduleId, { from, to }, 0).some((facts) => expected(facts) === found);
    const last = all.at(-1);
    const isLater = restores.length === 0 && last !== undefined && last.at > to && last.choice !== null;
    if (isLater ? expected(last.choice) !== found : !fits) {
      fail(`the journal at the start has ${found}, which no purchase gives that was in force`);
    }
    const isWithGst = own.some(({ taxType }) => taxType !== 'BASEXCLUDED');
    if (isWithGst && journal.lineAmountTypes !== 'Inclusive')
      fail('the journal at the start is not inclusive');
  }
}
