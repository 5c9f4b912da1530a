import { Link } from 'wouter';
import { addDays, isCalendarDate } from '../../domain/calendar.ts';
import { paths, pathTo } from '../data/paths.ts';
import type { AttentionItem } from './attention-item.ts';

/** The page on which an attention item is settled. */
function pathOf({ kind, entityId, scheduleId, registerId, since, date: checkedAt }: AttentionItem): string {
  if (kind === 'statements-open') {
    // Statements are open since the day after the year end.
    const date = isCalendarDate(since) ? addDays(since, -1) : since;
    // Archived loans need no statement.
    const query = `date=${date}&includeArchived=false`;
    return `${paths.reports}?${entityId === null ? '' : `entityId=${entityId}&`}${query}`;
  }
  // Rates are entered below the list of loans, which also shows several loans at once.
  if (kind === 'division-7a-rate' || (kind.startsWith('division-7a-') && registerId === null)) {
    return paths.division7a;
  }
  if (entityId === null) return paths.home;
  if (registerId !== null) return pathTo(paths.registerPage, { entityId, registerId });
  if (kind === 'register-due') return pathTo(paths.registers, { entityId });
  if (kind === 'out-of-balance') {
    const page = pathTo(paths.check, { entityId });
    return checkedAt === undefined ? page : `${page}?date=${checkedAt}`;
  }
  if (scheduleId === null) return pathTo(paths.entity, { entityId });
  if (kind === 'opening-out-of-date') return pathTo(paths.openingJournal, { entityId, scheduleId });
  if (kind === 'tracking') return pathTo(paths.accountSettings, { entityId, scheduleId });
  if (kind === 'balloon') return pathTo(paths.recordChange, { entityId, scheduleId });
  const page = pathTo(paths.schedule, { entityId, scheduleId });
  return kind === 'overdue' || kind === 'auto-sync-failing' ? `${page}?show=overdue` : page;
}

export function AttentionAction({ item }: { readonly item: AttentionItem }) {
  return (
    <Link href={pathOf(item)} className="attention-action">
      {item.action}
    </Link>
  );
}
