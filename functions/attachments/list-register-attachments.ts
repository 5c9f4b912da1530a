import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { listOf, ofRegister } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments',
  ({ register, query }, { table }) => listOf(table, ofRegister(register), query),
);
