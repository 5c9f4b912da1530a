import pMap from 'p-map';
import { notFound } from '../../domain/refusal.ts';
import { checkEnteredRate } from '../../domain/registers/benchmark-rates.ts';
import { REGISTER_ALERT_KINDS } from '../../domain/registers/register-kind.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes } from '../api/division-7a.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { listAttention } from '../records/entities/attention.ts';
import { ownEntity } from '../records/entities/entity.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { enteredRateWrite, readEnteredRates } from '../records/tenants/benchmark-rates.ts';
import { commit } from '../store/table.ts';

const ALERTS: ReadonlySet<string> = new Set(REGISTER_ALERT_KINDS);

/** Entities reviewed at the same time. */
const AT_ONCE = 10;

export const handler = endpoint(
  division7aRoutes,
  'PUT /v1/tenants/benchmarkrates/{year}',
  async ({ actor, params, body, now, today }, { table }) => {
    if (!/^\d{4}$/.test(params.year)) throw notFound('rate/unknown', 'The year could not be found.');
    const year = Number(params.year);
    checkEnteredRate({ year, rate: body.rate });
    const before = (await readEnteredRates(table, actor.tenantId)).find((rate) => rate.year === year);
    await commit(table, [
      enteredRateWrite(actor.tenantId, { year, ...body }),
      auditEntry({
        actor,
        action: 'organisation/enter-benchmark-rate',
        subject: params.year,
        at: now,
        detail: { year, ...changesOf(['rate', 'source'], { ...before }, body) },
      }),
    ]);
    // The figures of loans that need a user follow from the rate.
    const attention = await listAttention(table, actor);
    const alerted = [...attention].filter(([, { items }]) => items.some(({ kind }) => ALERTS.has(kind)));
    await pMap(
      alerted,
      async ([entityId]) =>
        reviewRegisters(table, await ownEntity(table, actor, entityId), today, { isAfresh: true }),
      { concurrency: AT_ONCE },
    );
  },
);
