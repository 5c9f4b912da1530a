import { notFound } from '../../domain/refusal.ts';
import { checkEnteredRate } from '../../domain/registers/benchmark-rates.ts';
import { endpoint } from '../access/endpoint.ts';
import { division7aRoutes } from '../api/division-7a.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { enteredRateWrite, readEnteredRates } from '../records/tenants/benchmark-rates.ts';
import { commit } from '../store/table.ts';

export const handler = endpoint(
  division7aRoutes,
  'PUT /v1/tenants/benchmarkrates/{year}',
  async ({ actor, params, body, now }, { table }) => {
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
  },
);
