import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { paymentRoutes } from '../api/payments.ts';
import type { OwnerResult } from '../posting/owners.ts';
import { postPayments } from '../posting/payments.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { ownSchedule } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/error.ts';
import { answerAbout, wantedOf } from './posted-payments.ts';

export const handler = endpoint(
  paymentRoutes,
  'PUT /v1/entities/{entityId}/sync/xero/payments',
  async ({ actor, entity, body, now, today, deadlines }, services) => {
    const { table } = services;
    const wanted = await Promise.all(
      body.map(async (one) => wantedOf(table, await ownSchedule(table, entity, one.scheduleId), one)),
    );
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/sync-payments', at: now },
    );
    const results = await postPayments(services, request, wanted);
    return {
      schedules: await Promise.all(
        wanted.map(async (one) => {
          const { scheduleId } = one;
          const result = results.find(({ ownerId }) => ownerId === scheduleId);
          const outcomes = withFailure(one.numbers, result);
          return { scheduleId, ...(await answerAbout(services, { entity, today }, one, outcomes)) };
        }),
      ),
    };
  },
);

/** A failure of a schedule is the reason for each of its payments without an outcome. */
function withFailure(numbers: readonly number[], result: OwnerResult | undefined): OwnerResult['outcomes'] {
  const { outcomes = new Map(), failure = null } = result ?? {};
  if (failure === null) return outcomes;
  if (!(failure instanceof Refusal || failure instanceof XeroError)) throw failure;
  const skipped = { kind: 'skipped', reason: failure } as const;
  return new Map([...numbers.map((number) => [number, skipped] as const), ...outcomes]);
}
