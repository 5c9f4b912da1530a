import { MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { endpoint } from '../access/endpoint.ts';
import { rememberAccounts } from '../records/entities/entity.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { saveSchedule } from '../records/schedules/schedule.ts';
import { scheduleView } from '../views/schedule.ts';
import { auditEntry, changesOf } from '../records/tenants/audit.ts';
import { syncRoutes } from '../api/sync.ts';
import { chosenTracking } from '../xero/chosen-tracking.ts';
import { checkAccounts } from '../xero/chosen-accounts.ts';

export const handler = endpoint(
  syncRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings',
  async ({ actor, entity, schedule, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const { autoSync, noTax = schedule.noTax, rememberForEntity, tracking, ...chosen } = body;
    const request = { userId: actor.userId, deadlines };
    const changes = {
      accounts: await checkAccounts(services, { entity, schedule }, chosen, request),
      autoSync,
      noTax,
      ...(tracking !== undefined && {
        tracking: await chosenTracking(services, { entity, field: 'tracking' }, tracking, request),
      }),
      autoSyncSince: autoSync ? (schedule.autoSyncSince ?? today) : null,
    };
    const saved = await saveSchedule(table, entity, schedule, changes, [
      auditEntry({
        actor,
        action: 'schedule/set-accounts',
        subject: schedule.scheduleId,
        at: now,
        detail: changesOf(MAPPING_FIELDS, schedule.accounts ?? {}, changes.accounts),
      }),
    ]);
    await reviewSchedule(table, entity, saved, { today });
    if (rememberForEntity !== undefined) {
      const { bankAccountId, interestExpenseAccountId, administrationFeeId } = chosen;
      const shared = { bankAccountId, interestExpenseAccountId, administrationFeeId };
      await rememberAccounts(table, entity, rememberForEntity ? shared : null);
    }
    return scheduleView(table, saved, { entity, today, xeroWeb });
  },
);
