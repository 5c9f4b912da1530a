/** The wire format of an entity, with its figures as at a day. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { entityFigures } from '../../domain/contract/figures.ts';
import type { Entity } from '../records/entities/entity.ts';
import {
  type ListedDebts,
  refuseTooManyUnstored,
  unarchivedDebts,
} from '../records/schedules/listed-schedules.ts';
import { chartOfAccountsLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import type { DirectoryEntry } from '../records/entities/directory.ts';
import type { Entity as EntityWire } from '../api/entities.ts';

/** @throws Refusal `conflict` for more changed payments than one answer works out. */
export async function entityView(
  table: TableReader,
  entry: DirectoryEntry,
  context: EntityContext,
): Promise<z.input<typeof EntityWire>> {
  refuseTooManyUnstored(entry.schedules);
  return entityFields(entry.entity, await unarchivedDebts(table, entry), context);
}

interface EntityContext {
  readonly today: CalendarDate;
  readonly xeroWeb: string;
}

/** Returns the same from schedules that are read already. */
export function entityFields(
  entity: Entity,
  schedules: readonly ListedDebts[],
  { today, xeroWeb }: EntityContext,
): z.input<typeof EntityWire> {
  const { xero } = entity;
  const figures = entityFigures(
    schedules.map(({ debts }) => debts),
    today,
  );
  return {
    id: entity.entityId,
    name: entity.name,
    totalBorrowing: toDollars(figures.totalBorrowing),
    totalOutstanding: toDollars(figures.totalOutstanding),
    currentMonthPaymentTotal: toDollars(figures.currentMonthPaymentTotal),
    schedulesCount: figures.schedulesCount,
    hasXeroLink: xero !== null,
    xeroEntityName: xero?.name ?? null,
    xeroEntityShortCode: xero?.shortCode ?? null,
    defaultAccounts: entity.defaultAccounts,
    purchaseAccounts: entity.purchaseAccounts,
    financialYearEnd: entity.financialYearEnd,
    chartOfAccountsUrl: xero && chartOfAccountsLink(xeroWeb, xero.shortCode),
  };
}
