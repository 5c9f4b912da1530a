import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { confirm, ofRegister } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}/confirm',
  (request, services) => confirm(services, ofRegister(request.register), request),
);
