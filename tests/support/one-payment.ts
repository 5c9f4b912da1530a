/** Measures the posting of one more payment of a schedule, with many of its payments in Xero already. */
import type { UsedCapacity } from '../../functions/vendors/dynamodb/dynamo-table.ts';
import { paymentKey } from '../../functions/records/schedules/payments.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Table } from '../../functions/store/table.ts';
import { paymentIds, schedulePath, syncNumbers } from './syncing.ts';
import { prepareAnother, type Prepared, startLinked } from './xero.ts';

export interface OnePayment {
  /** Read units of DynamoDB. */
  readonly units: number;
  /** Calls to the table, those that write included. */
  readonly trips: number;
  /** Secrets that were opened. */
  readonly decryptions: number;
}

const READS = new Set<UsedCapacity['operation']>(['get', 'getMany', 'query']);

/**
 * Posts payment `before + 1` by the route of the schedule's page, and returns what the request took.
 * @param used collects the capacity of the table's calls
 */
export async function postOneMore(
  table: Table,
  used: readonly UsedCapacity[],
  before: number,
): Promise<OnePayment> {
  const work = await startLinked(5, table);
  // Weekly over ten years: the worked example is repaid in five.
  const prepared = await prepareAnother(work, {
    startDate: '2017-01-02',
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 520, amount: 120 }],
  });
  await markAsPosted(prepared, before);
  const [id = ''] = await paymentIds(prepared, [before + 1]);
  const { app, owner, params } = prepared;
  let decryptions = 0;
  const open = app.vault.open.bind(app.vault);
  const counted: typeof open = (...given) => {
    decryptions++;
    return open(...given);
  };
  Object.assign(app.vault, { open: counted });
  const first = used.length;
  const { status, body } = await app.call(`PUT ${schedulePath}/sync/xero/payments`, {
    as: owner.token,
    params,
    body: { SyncSchedulePayments: [id] },
  });
  Object.assign(app.vault, { open });
  if (status !== 200 || body.errors.length > 0) throw new Error(`Posting: ${JSON.stringify(body)}`);
  const calls = used.slice(first);
  const units = calls.reduce((sum, one) => sum + (READS.has(one.operation) ? one.units : 0), 0);
  return { units, trips: calls.length, decryptions };
}

/** Posts the first payment, and stores the others as that one is. */
async function markAsPosted(prepared: Prepared, count: number): Promise<void> {
  const { app, params, entityId, scheduleId } = prepared;
  const { body } = await syncNumbers(prepared, [1]);
  if (body.errors.length > 0) throw new Error(`Posting the first: ${JSON.stringify(body.errors)}`);
  const posted = await app.table.get(keys.payment(params.scheduleId, 1));
  const numbers = Array.from({ length: count - 1 }, (_each, index) => index + 2);
  for (const number of numbers)
    await app.table.write({ put: { ...posted, ...paymentKey(scheduleId, number, 0), number } });
  await app.table.write({
    update: keys.schedule(entityId, scheduleId),
    add: { syncedCount: numbers.length },
    include: { syncedNumbers: numbers },
  });
}
