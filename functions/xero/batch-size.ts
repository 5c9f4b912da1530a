/** How many documents go to a Xero organisation in one call: fewer for a while after a call that gave no clear answer. */
import * as z from 'zod';
import type { XeroServices } from '../services/context.ts';
import type { XeroError } from '../services/xero/error.ts';
import { type XeroTenantId, xeroLimits } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commitOne } from '../store/table.ts';

const SizeItem = z.object({ documents: z.number(), until: z.number() });

const HOUR = 3_600_000;

/** After a time-out, since fifty documents may take the organisation too long. */
const SLOW = { documents: 20, lastsMs: 24 * HOUR };

/** After a refusal that may be of one document alone: apart, the others are not refused with it. */
const APART = { documents: 1, lastsMs: 2 * HOUR };

type Services = Pick<XeroServices, 'table' | 'clock'>;

export async function documentsPerCall(
  { table, clock }: Services,
  xeroTenantId: XeroTenantId,
): Promise<number> {
  const item = await table.get(keys.batchSize(xeroTenantId), { consistent: false });
  if (!item) return xeroLimits.documentsPerCall;
  const { documents, until } = SizeItem.parse(item);
  return clock.now() < until ? documents : xeroLimits.documentsPerCall;
}

/** Notes a call with several documents that failed, so that the next ones are smaller. */
export async function noteFailedBatch(
  { table, clock }: Services,
  xeroTenantId: XeroTenantId,
  { answered, isUnsent }: XeroError,
): Promise<void> {
  if (isUnsent || (answered !== undefined && answered !== 400)) return;
  const { documents, lastsMs } = answered === 400 ? APART : SLOW;
  const until = clock.now() + lastsMs;
  const ttl = Math.ceil(until / 1000);
  await commitOne(table, { put: { ...keys.batchSize(xeroTenantId), documents, until, ttl } });
}
