import { endpoint } from '../access/endpoint.ts';
import { acceptState } from './accept-state.ts';
import { ledgerRoutes } from '../api/ledger.ts';

export const handler = endpoint(
  ledgerRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/openingbalancejournal/acceptance',
  ({ actor, entity, schedule, body }, services) =>
    acceptState(
      services,
      actor,
      { entity, schedule },
      {
        note: body.note,
        isMeant: ({ owner }) => owner.kind === 'opening',
      },
    ),
);
