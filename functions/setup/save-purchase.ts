import { isDeepStrictEqual } from 'node:util';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { PurchaseFacts } from '../../domain/purchase/purchase-facts.ts';
import { toDollars } from '../../domain/money.ts';
import { conflict } from '../../domain/refusal.ts';
import { MAX_NOTES_LENGTH } from '../../domain/contract/contract-kinds.ts';
import { endpoint } from '../access/endpoint.ts';
import { purchaseRoutes } from '../api/purchase.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { reconciled } from '../posting/protocol/run-posting.ts';
import {
  type OwnedEntity,
  type PurchaseAccounts,
  rememberPurchaseAccounts,
} from '../records/entities/entity.ts';
import { notesWrites, readNotes } from '../records/schedules/notes.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';
import { findPosted, ownPartOf } from '../records/schedules/opening-journals.ts';
import {
  areSameFacts,
  purchaseRevision,
  purchaseWrite,
  readPurchase,
} from '../records/schedules/purchases.ts';
import { type OwnedSchedule, refuseArchived, saveSchedule } from '../records/schedules/schedule.ts';
import { openingNow } from '../records/schedules/sync-state.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import type { TableReader } from '../store/table.ts';
import { factsFrom, purchaseView } from '../views/purchase.ts';
import { checkedPurchase } from './purchase.ts';

export const handler = endpoint(
  purchaseRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase',
  async ({ actor, entity, schedule: asked, body, now, today, deadlines }, services) => {
    const { table } = services;
    const { revision, ...sent } = body;
    const facts = factsFrom(sent);
    const schedule = await reconciled(services, { entity, userId: actor.userId, deadlines }, asked);
    const { scheduleId } = schedule;
    refuseArchived(schedule);
    const before = await readPurchase(table, scheduleId);
    if (revision !== undefined && revision !== purchaseRevision(before)) {
      throw conflict('purchase/changed', 'This purchase was changed elsewhere. Please reload it.');
    }
    const worked = await checkedPurchase(services, { actor, entity, schedule, deadlines }, facts);
    const view = purchaseView(facts, worked);
    if (areSameFacts(facts, before)) return view;
    // A journal on its way was drawn up from the purchase before.
    if (schedule.openJournal !== null) refuseWhilePosting(schedule);
    const { opening } = schedule;
    const isOutOfDate = await isOtherThanPosted(table, entity, schedule, worked);
    const notes = await readNotes(table, scheduleId);
    const saved = await saveSchedule(
      table,
      entity,
      schedule,
      isOutOfDate && opening ? { opening: { ...opening, outOfDate: true } } : {},
      [
        purchaseWrite(scheduleId, facts),
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
    return view;
  },
);

/** Whether the journal posted at the start of the contract has other lines than the purchase. */
async function isOtherThanPosted(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  { lines }: Purchase,
): Promise<boolean> {
  const opening = openingNow(schedule, entity);
  if (opening === null || opening.includesDate || opening.date !== schedule.terms.startDate) return false;
  const posted = await findPosted(table, schedule.scheduleId, opening.xeroTenantId);
  if (posted === null) return false;
  const left = ownPartOf(posted).lines.map(
    ({ account, taxType, amount }) => `${account} ${taxType} ${amount}`,
  );
  return lines.some(({ accountId, taxType, amount }) => {
    const index = left.indexOf(`${accountId ?? ''} ${taxType} ${amount}`);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

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
