import { conflict } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import type { ServicesFor } from '../../services/context.ts';
import { factorRemoved } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit } from '../../store/table.ts';
import { listMemberships } from '../../records/tenants/members.ts';
import { factorRequiredFrom, readTenants } from '../../records/tenants/tenant.ts';
import { notMeLink, sendNotice } from '../send-notice.ts';
import { readUser } from '../../records/users/user.ts';
import { confirmedFactors, counts, removeFactorsWrites, unknownFactor } from '../../records/users/factors.ts';
import { deleteRecoveryCodesWrite } from '../../records/users/recovery-codes.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(
  factorRoutes,
  'DELETE /v1/users/factors/{factorId}',
  async ({ actor, params: { factorId } }, services) => {
    const { table, clock } = services;
    const user = await readUser(table, actor.userId);
    const factors = await confirmedFactors(table, user.userId);
    const factor = factors.find((own) => own.factorId === factorId);
    if (!factor) throw unknownFactor();
    if (counts(factor) && user.factorCount === 1) await refuseRequired(services, user.userId);
    const { kind, name } = factor;
    const notMe = notMeLink(services, user);
    await commit(table, [
      ...removeFactorsWrites(user, [factor]),
      ...(factors.length === 1 ? [deleteRecoveryCodesWrite(user.userId)] : []),
      notMe.write,
      auditEntry({
        actor,
        action: 'factor/remove',
        subject: factorId,
        at: clock.now(),
        detail: { kind, name },
      }),
    ]);
    await sendNotice(services, {
      to: user.email,
      ...factorRemoved({ ...user, kind, name, link: notMe.link }),
    });
  },
);

/** @throws Refusal `conflict` while one of the user's organisations requires a factor, also in its grace. */
async function refuseRequired(services: ServicesFor<'table:read'>, userId: string): Promise<void> {
  const memberships = await listMemberships(services.table, userId);
  const tenants = await readTenants(
    services.table,
    memberships.map(({ tenantId }) => tenantId),
  );
  const requiring = tenants.find((tenant) => tenant && factorRequiredFrom(tenant, services) !== null);
  if (!requiring) return;
  const message = `${requiring.name} requires a second factor. Please add another one before you remove this one.`;
  throw conflict('factor/required', message);
}
