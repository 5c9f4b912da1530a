import { useSearchParams } from 'wouter';
import { useMay } from '../data/account.ts';
import { deferred } from '../ui/deferred.tsx';
import { Tabs } from '../ui/tabs.tsx';

const AuditEntries = deferred(async () => (await import('./audit-entries.tsx')).AuditEntries);

/** Whether a page shows the history of its subject, which Admins and the Owner may see. */
export function useHistory(): boolean {
  const [parameters] = useSearchParams();
  return useMay('see the audit log') && parameters.has('history');
}

interface HistoryTabsProps {
  /** The address of the page, without its search. */
  readonly path: string;
  /** The label of the page's own part. */
  readonly label: string;
}

/** Links between a page's own part and its history; nothing for users without the right. */
export function HistoryTabs({ path, label }: HistoryTabsProps) {
  const isHistory = useHistory();
  if (!useMay('see the audit log')) return null;
  return (
    <Tabs
      label="Parts of this page"
      tabs={[
        { label, href: path, isShown: !isHistory },
        { label: 'History', href: `${path}?history=1`, isShown: isHistory },
      ]}
    />
  );
}

interface HistoryProps {
  readonly entityId: string;
  /** Limits the history to one of the entity's schedules. */
  readonly scheduleId?: string;
}

/** The actions on an entity and its schedules, or on one schedule. */
export function AuditHistory(subject: HistoryProps) {
  return <AuditEntries filter={subject} />;
}
