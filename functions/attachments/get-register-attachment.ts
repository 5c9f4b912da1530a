import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { addressOf, ofRegister } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}',
  ({ register, attachment }, services) => addressOf(services, ofRegister(register), attachment),
);
