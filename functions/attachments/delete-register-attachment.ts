import { endpoint } from '../access/endpoint.ts';
import { attachmentRoutes } from '../api/attachments.ts';
import { refuseArchivedRegister } from '../records/registers/register.ts';
import { ofRegister, remove } from './attaching.ts';

export const handler = endpoint(
  attachmentRoutes,
  'DELETE /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}',
  async (request, services) => {
    refuseArchivedRegister(request.register);
    await remove(services, ofRegister(request.register), request);
  },
);
