import { endpoint } from '../access/endpoint.ts';
import { registerRoutes } from '../api/registers.ts';
import { reviewRegisters } from '../books/register-review.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { postEntries } from '../posting/registers.ts';
import { ownRegister } from '../records/registers/register.ts';
import { syncedEntries } from './synced-entries.ts';

export const handler = endpoint(
  registerRoutes,
  'POST /v1/entities/{entityId}/registers/{registerId}/sync',
  async (
    { actor, entity, register: { registerId, name }, body: { numbers }, now, today, ...request },
    services,
  ) => {
    const posting = auditedRequest(
      { actor, entity, deadlines: request.deadlines },
      { action: 'register/post-entries', at: now, detail: { register: name } },
    );
    const [result] = await postEntries(services, posting, [{ registerId, numbers }]);
    if (result && result.failure !== null) throw result.failure;
    await reviewRegisters(services.table, entity, today);
    const register = await ownRegister(services.table, entity, registerId);
    return syncedEntries(services, entity, { register, numbers, result }, today);
  },
);
