/** Storing and deleting a schedule's purchase. */
import { isDeepStrictEqual } from 'node:util';
import { MAX_NOTES_LENGTH } from '../../domain/contract/contract-kinds.ts';
import { areLiabilitiesMapped } from '../../domain/accounts/account-mapping.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { PurchaseFacts } from '../../domain/purchase/purchase-facts.ts';
import { conflict } from '../../domain/refusal.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import {
  type OwnedEntity,
  type PurchaseAccounts,
  rememberPurchaseAccounts,
} from '../records/entities/entity.ts';
import { readContract } from '../records/schedules/events.ts';
import { notesWrites, readNotes } from '../records/schedules/notes.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';
import {
  ownPartOf,
  readOpeningJournals,
  type StoredOpeningJournal,
} from '../records/schedules/opening-journals.ts';
import {
  areSameFacts,
  purchaseRevision,
  purchaseWrite,
  readPurchase,
} from '../records/schedules/purchases.ts';
import { type OwnedSchedule, refuseArchived, saveSchedule } from '../records/schedules/schedule.ts';
import { openingNow } from '../records/schedules/sync-state.ts';
import { type AuditEntry, auditEntry } from '../records/tenants/audit.ts';
import { keys } from '../store/keys.ts';
import type { Table, TableReader, Write } from '../store/table.ts';
import { openedLines, refinancedLines } from './loan-parts.ts';
import { unknownPurchase } from './purchase.ts';

interface Stored {
  readonly actor: AuditEntry['actor'];
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface NewPurchase {
  readonly facts: PurchaseFacts;
  /** The purchase that it replaces; null without one. */
  readonly before: PurchaseFacts | null;
  /** The same facts worked out. */
  readonly worked: Purchase;
}

/**
 * Reads the purchase that another one is to replace.
 * @param revision of the purchase as it was read; undefined is not checked
 * @throws Refusal `conflict` for a stale one
 */
export async function purchaseToReplace(
  table: TableReader,
  { scheduleId }: OwnedSchedule,
  revision?: string,
): Promise<PurchaseFacts | null> {
  const before = await readPurchase(table, scheduleId);
  if (revision !== undefined && revision !== purchaseRevision(before)) {
    throw conflict('purchase/changed', 'This purchase was changed elsewhere. Please check it and try again.');
  }
  return before;
}

/**
 * Stores a purchase, unless it is the same as before. A journal that was posted with other lines is out of date then.
 * @throws Refusal `conflict` while a journal of the schedule is on its way
 */
export async function storePurchase(
  table: Table,
  { actor, entity, schedule, now, today }: Stored & { readonly today: CalendarDate },
  { facts, before, worked }: NewPurchase,
): Promise<void> {
  if (areSameFacts(facts, before)) return;
  // A journal on its way was drawn up from the purchase before.
  if (schedule.openJournal !== null) refuseWhilePosting(schedule);
  const { scheduleId, terms } = schedule;
  const posted = (await readOpeningJournals(table, scheduleId)).filter(
    ({ state, date, includesDate }) => state === 'posted' && date === terms.startDate && !includesDate,
  );
  const compared = await Promise.all(
    posted.map(async (journal) => ({
      ...journal,
      hasOtherPurchase: await isOtherThan(table, { entity, schedule }, worked, journal),
    })),
  );
  const opening = openingNow(schedule, entity);
  const isOutOfDate = compared.some(
    ({ journalId, hasOtherPurchase }) => hasOtherPurchase && journalId === opening?.journalId,
  );
  const notes = await readNotes(table, scheduleId);
  const saved = await saveSchedule(
    table,
    entity,
    schedule,
    { hasPurchase: true, ...(isOutOfDate && opening && { opening: { ...opening, outOfDate: true } }) },
    [
      purchaseWrite(scheduleId, facts),
      ...compared.map(({ attempt, hasOtherPurchase }): Write => ({
        update: keys.openingJournal(scheduleId, attempt),
        set: { hasOtherPurchase },
        if: 'present',
      })),
      ...notesWrites(scheduleId, notesWithUse(notes, facts)),
      auditEntry({
        actor,
        action: 'schedule/set-purchase',
        subject: scheduleId,
        at: now,
        detail: { price: toDollars(facts.asset.price), financed: toDollars(worked.financed) },
      }),
    ],
  );
  await reviewSchedule(table, entity, saved, { today });
  const remembered = { ...entity.purchaseAccounts, ...chosenAccounts(facts) };
  if (!isDeepStrictEqual(remembered, entity.purchaseAccounts ?? {})) {
    await rememberPurchaseAccounts(table, entity, remembered);
  }
}

/**
 * Deletes a purchase; a posted journal stays.
 * @throws Refusal `not-found`, `conflict`
 */
export async function deletePurchase(table: Table, { actor, entity, schedule, now }: Stored): Promise<void> {
  const { scheduleId } = schedule;
  if ((await readPurchase(table, scheduleId)) === null) throw unknownPurchase();
  refuseArchived(schedule);
  await saveSchedule(table, entity, schedule, { hasPurchase: false }, [
    { delete: keys.purchase(scheduleId) },
    auditEntry({ actor, action: 'schedule/delete-purchase', subject: scheduleId, at: now }),
  ]);
}

/** Whether a posted journal has other own lines than the purchase gives, which counts as so while it can't be compared. */
async function isOtherThan(
  table: TableReader,
  { entity, schedule }: Pick<Stored, 'entity' | 'schedule'>,
  worked: Purchase,
  posted: StoredOpeningJournal,
): Promise<boolean> {
  const { accounts } = schedule;
  if (posted.xeroTenantId !== entity.xero?.tenantId || !areLiabilitiesMapped(accounts)) return true;
  const contract = await readContract(table, schedule);
  const wanted = [
    ...refinancedLines(schedule),
    ...openedLines(worked, contract, accounts).map(({ accountId, ...line }) => ({
      ...line,
      account: accountId,
    })),
  ];
  return String(textsOf(wanted)) !== String(textsOf(ownPartOf(posted).lines));
}

/** Returns lines in an order of their own. */
const textsOf = (
  lines: readonly { readonly account: string | null; readonly taxType: string; readonly amount: number }[],
): string[] => lines.map(({ account, taxType, amount }) => `${account} ${taxType} ${amount}`).toSorted();

/** Returns the chosen accounts by kind, with the tax types that were chosen. */
function chosenAccounts({ asset, charges, tradeIn, deposit }: PurchaseFacts): PurchaseAccounts {
  const chosen = [
    { ...asset, kind: 'asset' },
    ...charges,
    { kind: 'trade-in', accountId: tradeIn?.accountId },
    { kind: 'payout', accountId: tradeIn?.payout?.accountId },
    { kind: 'deposit', accountId: deposit?.accountId },
  ];
  return Object.fromEntries(
    chosen.flatMap((line) => {
      const { kind, accountId } = line;
      const taxType = 'taxType' in line ? line.taxType : undefined;
      return accountId ? [[kind, { accountId, ...(taxType !== undefined && { taxType }) }]] : [];
    }),
  );
}

const USE_NOTE = 'Business use at the purchase: ';

/** Returns the notes with a line on private use, in place of an earlier one; undefined where they stay as they are. */
function notesWithUse(notes: string, { asset, registered }: PurchaseFacts): string | undefined {
  const others = notes.split('\n').filter((line) => !line.startsWith(USE_NOTE));
  const isShared = registered && asset.businessUse < 100;
  const line = `${USE_NOTE}${asset.businessUse} %. A change may need an adjustment of the GST credit (Division 129).`;
  const after = [...others, ...(isShared ? [line] : [])].join('\n').trim();
  return after === notes || after.length > MAX_NOTES_LENGTH ? undefined : after;
}
