/** The ledger's balances of loans, from the entity's check of the date. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { type Cents, cents, toCents } from '../../domain/money.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { readCheck } from '../records/entities/ledger-checks.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';

const LIABILITIES = [
  'hirePurchaseCurrentId',
  'hirePurchaseNonCurrentId',
  'unexpiredChargesCurrentId',
  'unexpiredChargesNonCurrentId',
] as const;

/** The part of a stored result that tells balances; debits are positive, null without an answer. */
const Checked = z.object({
  accounts: z.array(z.object({ accountId: z.string().nullable(), xero: z.number().nullable() })),
});

/** Returns what the ledger owes on a loan; null where it was not checked, or other loans are in its accounts. */
export type LedgerBalance = (schedule: OwnedSchedule) => Cents | null;

/** @param schedules all of the entity's, archived ones included. */
export async function readLedgerBalances(
  table: TableReader,
  { entityId, xero }: OwnedEntity,
  schedules: readonly OwnedSchedule[],
  date: CalendarDate,
): Promise<LedgerBalance> {
  const check = xero ? await readCheck(table, entityId, date) : null;
  if (!check || check.xeroTenantId !== xero?.tenantId) return () => null;
  const balances = new Map(
    Checked.parse(JSON.parse(check.json)).accounts.flatMap((row): [string, Cents][] =>
      row.accountId === null || row.xero === null ? [] : [[row.accountId, toCents(row.xero)]],
    ),
  );
  const users = Map.groupBy(
    schedules.flatMap((schedule) => accountsOf(schedule)),
    (account) => account,
  );
  return (schedule) => {
    const accounts = accountsOf(schedule);
    const isAlone = accounts.every((account) => users.get(account)?.length === 1);
    const known = accounts.flatMap((account) => balances.get(account) ?? []);
    if (accounts.length === 0 || !isAlone || known.length < accounts.length) return null;
    return cents(known.reduce((owed, balance) => owed - balance, 0));
  };
}

/** The liability accounts of a schedule, each once. */
const accountsOf = ({ accounts }: OwnedSchedule): string[] => [
  ...new Set(LIABILITIES.flatMap((field) => accounts[field] ?? [])),
];
