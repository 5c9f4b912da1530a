import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { endpoint } from '../../access/endpoint.ts';
import { recoveryCodesRenewed } from '../../services/mail/templates.ts';
import { auditEntry } from '../../records/tenants/audit.ts';
import { commit } from '../../store/table.ts';
import { notMeLink, sendNotice } from '../send-notice.ts';
import { readUser } from '../../records/users/user.ts';
import { newRecoveryCodes, recoveryCodesWrite } from '../../records/users/recovery-codes.ts';
import { factorRoutes } from '../../api/factors.ts';

export const handler = endpoint(
  factorRoutes,
  'POST /v1/users/factors/recovery',
  async ({ actor, now }, services) => {
    const { table, ids } = services;
    const user = await readUser(table, actor.userId);
    if (user.factorCount === 0) throw noFactor();
    const recoveryCodes = newRecoveryCodes(ids);
    const notMe = notMeLink(services, user);
    await commit(table, [
      notMe.write,
      recoveryCodesWrite(user.userId, recoveryCodes, now),
      auditEntry({ actor, action: 'factor/renew-recovery-codes', subject: user.userId, at: now }),
    ]);
    await sendNotice(services, { to: user.email, ...recoveryCodesRenewed({ ...user, link: notMe.link }) });
    return { recoveryCodes };
  },
);

const noFactor = (): Refusal =>
  conflict('factor/none', 'Recovery codes replace a second factor. Please add one first.');
