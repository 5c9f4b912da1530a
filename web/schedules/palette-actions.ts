/** The actions of the shown schedule in the command palette. */
import { useApi } from '../data/api.ts';
import { copyPath, paths, pathTo } from '../data/paths.ts';
import { useMay } from '../data/account.ts';

interface PaletteAction {
  readonly label: string;
  readonly href: string;
}

/** Pages below an entity that aren't schedules. */
const OTHERS = new Set(['authorise', 'check', 'schedule', 'set_up']);

/** Returns the actions for the schedule that the path shows; none elsewhere. */
export function usePaletteActions(path: string): readonly PaletteAction[] {
  const mayEdit = useMay('edit schedules');
  const [, entityId = '', second = ''] = /^\/entity\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  const isSchedule = second !== '' && !OTHERS.has(second);
  const params = { entityId, scheduleId: second };
  const { data: schedule } = useApi(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}',
    isSchedule ? { params } : null,
  );
  if (!isSchedule || !schedule) return [];
  const isActive = mayEdit && !schedule.archived;
  const isConnected = isActive && schedule.xeroConnected;
  return [
    { label: 'Payments of the schedule', href: pathTo(paths.schedule, params) },
    { label: 'History of the schedule', href: pathTo(paths.history, params) },
    isActive &&
      schedule.status === 'active' && { label: 'Record a change', href: pathTo(paths.recordChange, params) },
    isActive && { label: 'Edit schedule', href: pathTo(paths.editSchedule, params) },
    mayEdit && schedule.archived && { label: 'View details', href: pathTo(paths.editSchedule, params) },
    mayEdit && { label: 'Duplicate schedule', href: copyPath(params) },
    isConnected && { label: 'Account settings', href: pathTo(paths.accountSettings, params) },
    isConnected && { label: 'Create Xero accounts', href: pathTo(paths.createAccounts, params) },
    isConnected && { label: 'Opening balances journal', href: pathTo(paths.openingJournal, params) },
  ].filter((action) => action !== false);
}
