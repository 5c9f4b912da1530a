import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { refuseArchivedRegister } from '../records/registers/register.ts';
import { begin, ofRegister } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments',
  async (request, services) => {
    refuseArchivedRegister(request.register);
    return begin(services, ofRegister(request.register), request);
  },
);
