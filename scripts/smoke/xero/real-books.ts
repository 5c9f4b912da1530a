/** The product's own reading of books that others work in, and its own correction of their coding. */
import { isDeepStrictEqual } from 'node:util';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { correctingJournal, formerOf } from '../../../functions/posting/plan/ledger-documents.ts';
import { billsOut, transactionOut } from '../../../functions/xero/money-out.ts';
import type { OwnedSchedule } from '../../../functions/records/schedules/schedule.ts';
import { at, listAt, shown, textAt } from '../evidence.ts';
import { type Check, check, need, observe, skipped } from '../steps.ts';
import { createdIds, daysAgo, post, postOne, spend, today } from './documents.ts';
import { accessOf, read, type XeroWorld } from './world.ts';

/** Cents that a person pays in each way. */
export const PAID = { bill: 7111, batch: 14555, transfer: 7444, prepayment: 7555, overpayment: 7666 };

export const realBooksChecks: readonly Check<XeroWorld>[] = [
  check('A year of money out can be read: of every type, with bills and batches.', async (world) => {
    const { tenantId } = need(world, 'connection');
    const task = { kind: 'pay bills', tenantId, bankAccountId: need(world, 'bankAccountId') } as const;
    if (!(await world.person.perform(task))) return skipped('not paid');
    const year = { from: daysAgo(365), to: today(), page: 1 };
    const transactions = await world.xero.standingTransactions(accessOf(world), year);
    const bills = await world.xero.billPayments(accessOf(world), year);
    const odd = [...transactions.unreadable, ...bills.unreadable].map(({ id, why }) => `${id} ${why}`);
    const out = [...transactions.documents.map(transactionOut), ...billsOut(bills.payments)];
    const isFound = ([kind, total]: [string, number]): boolean =>
      out.some((one) => one?.kind === kind && one.total === total);
    const found = Object.entries(PAID).filter(isFound);
    const isWhole = found.length === Object.keys(PAID).length && odd.length === 0;
    return observe(isWhole, `found ${shown(found)}, unreadable ${shown(odd)}`);
  }),
  check('A correction’s journal takes GST and tracking back, and changes no transaction.', async (world) => {
    const category = (await read(world, 'TrackingCategories')).find(isActive);
    const option = listAt(category, 'Options').find(isActive);
    if (option === undefined) return skipped('no tracking category');
    const tracking = { Name: textAt(category, 'Name'), Option: textAt(option, 'Name') };
    const more = { TaxType: 'INPUT', Tracking: [tracking] };
    const id = await postOne(world, { ...spend(world, 'tracked', { more }), LineAmountTypes: 'Inclusive' });
    const access = accessOf(world);
    const before = await world.xero.readDocument(access, 'SPEND', id);
    const answer = await post(world, [correctionOf(world, id, before)], { kind: 'ManualJournals' });
    const [journalId = ''] = createdIds(answer, 'ManualJournals');
    const journal = await world.xero.readDocument(access, 'MANUAL-JOURNAL', journalId);
    const theirs = before?.lines[0];
    const moved = journal?.lines.find(({ accountId }) => accountId === theirs?.accountId);
    const isBack = moved?.taxCents === -91 && isDeepStrictEqual(moved.tracking, theirs?.tracking);
    const isKept = isDeepStrictEqual(await world.xero.readDocument(access, 'SPEND', id), before);
    return observe(isBack && isKept, `kept ${String(isKept)}, ${shown({ theirs, moved })}`);
  }),
];

const isActive = (one: unknown): boolean => at(one, 'Status') === 'ACTIVE';

/** The product's journal that moves a transaction of ten dollars to the liability. Its schedule gives the address only. */
function correctionOf(
  world: XeroWorld,
  transactionId: string,
  before: Parameters<typeof formerOf>[0] | null,
) {
  if (before === null) throw new Error('Xero does not have the transaction.');
  const { id: account, code } = need(world, 'liability');
  const ours = {
    role: 'other',
    account,
    description: 'Ours',
    amount: cents(1_000),
    taxType: 'BASEXCLUDED',
  } as const;
  const on = { date: calendarDate(today()), bankAmount: cents(0), lineAmountTypes: 'Inclusive' } as const;
  const document = { type: 'MANUAL-JOURNAL', ...on, lines: [ours] } as const;
  const { json } = correctingJournal(
    { entityId: 'smoke', scheduleId: 'smoke' } as OwnedSchedule,
    { reference: world.mark, narration: 'Smoke test', document },
    { transactionId, former: formerOf(before), paidOn: null },
    { origin: 'https://example.com', contactId: null, codes: new Map([[account, code]]), tracker: () => [] },
  );
  return JSON.parse(json) as object;
}
