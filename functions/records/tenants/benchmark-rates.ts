/** Benchmark rates of Division 7A that an organisation entered, one item a year. */
import * as z from 'zod';
import type { EnteredRate } from '../../../domain/registers/benchmark-rates.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { listUnder, type TableReader, type Write } from '../../store/table.ts';

const RateItem = z.object({ year: z.number(), rate: z.number(), source: z.string() });

export async function readEnteredRates(table: TableReader, tenantId: string): Promise<EnteredRate[]> {
  const items = await listUnder(table, keys.organisation(tenantId), prefixes.benchmarkRates);
  return items.map((item) => RateItem.parse(item));
}

export const enteredRateWrite = (tenantId: string, rate: EnteredRate): Write => ({
  put: { ...keys.benchmarkRate(tenantId, rate.year), ...rate },
});
