import { Link } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { useMay } from '../data/account.ts';
import type { AttentionItem } from './attention-item.ts';

/** The page on which an attention item is settled. */
function pathOf({ kind, entityId, scheduleId, since }: AttentionItem, mayEdit: boolean): string {
  if (kind === 'statements-open') return `${paths.reports}?entityId=${entityId}&date=${yearEndBefore(since)}`;
  if (kind === 'out-of-balance') return pathTo(paths.check, { entityId });
  if (scheduleId === null) return pathTo(paths.entity, { entityId });
  if (kind === 'opening-out-of-date') return pathTo(paths.openingJournal, { entityId, scheduleId });
  if (kind === 'balloon' && mayEdit) return pathTo(paths.recordChange, { entityId, scheduleId });
  const page = pathTo(paths.schedule, { entityId, scheduleId });
  return kind === 'overdue' || kind === 'auto-sync-failing' ? `${page}?show=overdue` : page;
}

/** Statements are open since the day after the year end, 1 July. */
const yearEndBefore = (since: string): string => `${since.slice(0, 4)}-06-30`;

export function AttentionAction({ item }: { readonly item: AttentionItem }) {
  const mayEdit = useMay('edit schedules');
  return (
    <Link href={pathOf(item, mayEdit)} className="attention-action">
      {item.action}
    </Link>
  );
}
