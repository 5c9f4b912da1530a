/** A schedule's purchase with what it follows from in Xero. */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { TaxRate } from '../../domain/gst/tax-types.ts';
import { type Purchase, workOutPurchase } from '../../domain/purchase/purchase.ts';
import {
  checkPurchase,
  checkPurchaseAccounts,
  type PurchaseFacts,
} from '../../domain/purchase/purchase-facts.ts';
import { invalid, notFound, type Refusal } from '../../domain/refusal.ts';
import type { Actor } from '../access/actor.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { findSchedule, type OwnedSchedule } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { pageReads } from '../xero/cached-reads.ts';

export const unknownPurchase = (): Refusal => notFound('purchase/unknown', 'The schedule has no purchase.');

/** The facts of the linked organisation that a purchase follows from. */
interface PurchaseBooks {
  readonly rates: readonly TaxRate[];
  readonly chart: readonly LedgerAccount[];
}

interface Asked {
  readonly actor: Pick<Actor, 'userId' | 'role'>;
  readonly entity: OwnedEntity;
  readonly schedule: OwnedSchedule;
  readonly deadlines: Deadlines;
}

/** Reads rates and accounts, a minute old at most; null while the entity isn't linked. */
async function purchaseBooks(
  services: XeroServices,
  { entity, ...asked }: Asked,
): Promise<PurchaseBooks | null> {
  if (entity.xero === null) return null;
  const reads = pageReads(services, entity.xero, asked);
  return { rates: await reads.taxRates(), chart: await reads.chart() };
}

/** Works out the stored facts. */
export async function storedPurchase(
  services: XeroServices,
  asked: Asked,
  facts: PurchaseFacts,
): Promise<Purchase> {
  const books = await purchaseBooks(services, asked);
  return workOutPurchase(facts, asked.schedule.terms.loanAmount, books?.rates ?? null);
}

/**
 * Checks the facts of a request and works them out.
 * @throws Refusal `invalid`, naming the field to correct
 */
export async function checkedPurchase(
  services: XeroServices,
  asked: Asked,
  facts: PurchaseFacts,
): Promise<Purchase> {
  const { entity, schedule } = asked;
  checkPurchase(facts);
  const settled = facts.tradeIn?.payout?.scheduleId ?? null;
  const isOther = settled !== schedule.scheduleId;
  if (settled !== null && !(isOther && (await findSchedule(services.table, entity, settled)))) {
    const message = 'Please choose another schedule of the entity.';
    throw invalid('tradeIn.payout.scheduleId', 'purchase/schedule', message);
  }
  const books = await purchaseBooks(services, asked);
  if (books) checkPurchaseAccounts(facts, books.chart);
  return workOutPurchase(facts, schedule.terms.loanAmount, books?.rates ?? null);
}
