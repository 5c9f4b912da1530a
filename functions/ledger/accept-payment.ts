import { endpoint } from '../access/endpoint.ts';
import { readContract } from '../records/schedules/events.ts';
import { paymentNumbers } from '../records/schedules/payments.ts';
import { acceptState } from './accept-state.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/acceptance',
  async ({ actor, entity, schedule, params, body }, services) => {
    const { count } = await readContract(services.table, schedule);
    const number = paymentNumbers(schedule, count)(params.paymentId);
    await acceptState(
      services,
      actor,
      { entity, schedule },
      {
        note: body.note,
        isMeant: ({ owner }) => owner.kind === 'payment' && owner.number === number,
      },
    );
  },
);
