/** The wire format of an entity, with its figures as at a day. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { entityFigures } from '../../domain/contract/figures.ts';
import { unpackFigures } from '../../domain/contract/packed-figures.ts';
import type { PaymentSchedule } from '../../domain/amortisation/payment-plan.ts';
import { readContracts } from '../records/schedules/events.ts';
import { chartOfAccountsLink } from '../services/xero/links.ts';
import type { TableReader } from '../store/table.ts';
import type { Entity } from '../records/entities/entity.ts';
import type { Entity as EntityWire } from '../api/entities.ts';

export async function entityView(
  table: TableReader,
  entity: Entity,
  { today, xeroWeb }: { readonly today: CalendarDate; readonly xeroWeb: string },
): Promise<z.input<typeof EntityWire>> {
  const figures = entityFigures(await schedulesOf(table, entity), today);
  const { xero } = entity;
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
    chartOfAccountsUrl: xero && chartOfAccountsLink(xeroWeb, xero.shortCode),
  };
}

/** Returns the unarchived schedules from the entity's item. Those too long for it, or with events, are read. */
async function schedulesOf(table: TableReader, { entityId, figures }: Entity): Promise<PaymentSchedule[]> {
  const packed = Object.entries(figures).map(([shortId, bytes]) => ({
    shortId,
    known: unpackFigures(bytes),
  }));
  const missing = packed.filter(({ known }) => known === null).map(({ shortId }) => shortId);
  const read = await readContracts(table, entityId, missing);
  return [...packed.flatMap(({ known }) => known ?? []), ...read.values()];
}
