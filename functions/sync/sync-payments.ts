import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { paymentRoutes } from '../api/payments.ts';
import type { Reason } from '../posting/protocol/outcome.ts';
import { postPayments } from '../posting/payments.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { answerAbout, wantedOf } from './posted-payments.ts';

export const handler = endpoint(
  paymentRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments',
  async ({ actor, entity, schedule, body, now, today, deadlines }, services) => {
    const wanted = await wantedOf(services.table, schedule, body);
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/sync-payments', at: now },
    );
    const [result] = await postPayments(services, request, [wanted]);
    if (result?.failure) throw result.failure;
    const answer = await answerAbout(services, { entity, today }, wanted, result?.outcomes ?? new Map());
    const [first] = answer.problems;
    if (first && answer.isNoneInXero) throw withAll(first.reason, answer.errors);
    return answer;
  },
);

/** Returns the reason for the first payment with those for all of them, by payment. */
function withAll(
  reason: Reason,
  errors: readonly { readonly id: string; readonly message: string }[],
): Reason {
  if (!(reason instanceof Refusal) || errors.length === 1) return reason;
  const all = Object.fromEntries(errors.map(({ id, message }) => [id, [message]]));
  return new Refusal(reason.kind, reason.code, reason.message, all);
}
