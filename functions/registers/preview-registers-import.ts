import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { judgeRows } from './judge-rows.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/import/preview',
  ({ actor, entity, body, now, today, deadlines, charge }, services) =>
    judgeRows(services, { actor, entity, today, deadlines }, body.rows, { idOf: String, now, charge }),
);
