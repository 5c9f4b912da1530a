import { notFound, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { keys } from '../../store/keys.ts';
import { commit } from '../../store/table.ts';
import { endSwitchesWrite } from '../../records/users/user.ts';
import { sessionRoutes } from '../../api/sessions.ts';

export const handler = endpoint(
  sessionRoutes,
  'DELETE /v1/users/sessions/{sessionId}',
  async ({ actor, params: { sessionId } }, { table, clock }) => {
    await commit(table, [
      { delete: keys.session(actor.userId, sessionId), if: 'present', otherwise: unknownSession },
      endSwitchesWrite(actor.userId),
      auditEntry({ actor, action: 'session/end', subject: sessionId, at: clock.now() }),
    ]);
  },
);

const unknownSession = (): Refusal =>
  notFound('session/unknown', 'The session could not be found. It may have ended already.');
