/** Benchmark rates of Division 7A that an organisation entered, one item a year. */
import * as z from 'zod';
import {
  type EnteredRate,
  type ReplacedRate,
  replacedRates,
} from '../../../domain/registers/benchmark-rates.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { type Item, listUnder, type TableReader, type Write } from '../../store/table.ts';

const RateItem = z.object({ year: z.number(), rate: z.number(), source: z.string() });

const itemsOf = (table: TableReader, tenantId: string): Promise<Item[]> =>
  listUnder(table, keys.organisation(tenantId), prefixes.benchmarkRates);

export async function readEnteredRates(table: TableReader, tenantId: string): Promise<EnteredRate[]> {
  const items = await itemsOf(table, tenantId);
  return items.map((item) => RateItem.parse(item));
}

/** Returns the entered rates that another published one has replaced and no message has told of. */
export async function readUntoldReplacements(table: TableReader, tenantId: string): Promise<ReplacedRate[]> {
  const items = await itemsOf(table, tenantId);
  const untold = items.filter((item) => item['isReplacementTold'] !== true);
  return [...replacedRates(untold.map((item) => RateItem.parse(item)))];
}

/** The write that a message has told of a replacement; refused when another has. */
export const replacementToldWrite = (tenantId: string, { year }: ReplacedRate): Write => ({
  update: keys.benchmarkRate(tenantId, year),
  set: { isReplacementTold: true },
  if: { all: ['present', ['isReplacementTold', 'absent']] },
});

export const enteredRateWrite = (tenantId: string, rate: EnteredRate): Write => ({
  put: { ...keys.benchmarkRate(tenantId, rate.year), ...rate },
});
