import { useSearchParams } from 'wouter';
import { useMay } from '../data/account.ts';
import { deferred } from '../ui/deferred.tsx';

const AuditEntries = deferred(async () => (await import('./audit-entries.tsx')).AuditEntries);

/** Whether a page shows the history of its subject, which Admins and the Owner may see. */
export function useHistory(): boolean {
  const [parameters] = useSearchParams();
  return useMay('see the audit log') && parameters.has('history');
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
