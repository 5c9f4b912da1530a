import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { judgeRegisterRows } from './judge-register-rows.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/import/preview',
  ({ actor, entity, body, now, today, deadlines, charge }, services) =>
    judgeRegisterRows(services, { actor, entity, today, deadlines }, body.rows, {
      idOf: String,
      now,
      charge,
    }),
);
