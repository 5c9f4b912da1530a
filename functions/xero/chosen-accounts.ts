/** The accounts chosen for a schedule. Each setting accepts only the accounts of its list. */
import { checkAccountChoices } from '../../domain/accounts/account-choices.ts';
import { type AccountMapping, MAPPING_FIELDS } from '../../domain/accounts/account-mapping.ts';
import { conflict } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { type OwnedSchedule, refuseArchived } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import { readChart, refuseUnknownAccounts } from './reads.ts';
import { linkOf, openSession } from './session.ts';
import type { Deadlines } from '../services/deadlines.ts';

/**
 * Checks chosen accounts against the chart of the linked Xero organisation, and returns them.
 * @throws Refusal `conflict` for a schedule that isn't connected, `not-found` and `invalid`
 * naming each unknown or unsuitable account
 */
export async function checkAccounts(
  services: XeroServices,
  { entity, schedule }: { readonly entity: OwnedEntity; readonly schedule: OwnedSchedule },
  chosen: Readonly<Partial<Record<keyof AccountMapping, string | undefined>>>,
  { userId, deadlines }: { readonly userId: string | null; readonly deadlines: Deadlines },
): Promise<Record<string, string>> {
  const link = linkOf(entity);
  refuseArchived(schedule);
  if (!schedule.xeroConnected) {
    throw conflict('sync/not-connected', 'Please connect this schedule to Xero first.');
  }
  const chart = await readChart(
    services.xero,
    openSession(services, link, { priority: 'interactive', userId }, deadlines),
  );
  const wanted = MAPPING_FIELDS.flatMap((field) => {
    const id = chosen[field];
    return id === undefined ? [] : [[field, id] as const];
  });
  refuseUnknownAccounts(chart, wanted);
  const accounts = Object.fromEntries(wanted);
  checkAccountChoices(accounts, chart);
  return accounts;
}
