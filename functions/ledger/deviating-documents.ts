import { locateSchedule } from '../records/schedules/location.ts';
import type { TableReader } from '../store/table.ts';
import { acceptanceOf, readFindings } from '../records/schedules/findings.ts';
import { readBooks } from '../records/schedules/books.ts';

/**
 * Whether one of the documents is still changed or missing in Xero: it stands for its payment, event or opening
 * balances, and its state is not accepted.
 */
export async function areDeviating(
  table: TableReader,
  { scheduleId, ids }: { readonly scheduleId: string; readonly ids: readonly string[] },
): Promise<boolean> {
  const findings = await readFindings(table, scheduleId);
  const deviating = new Set(
    ids.filter((id) => {
      const finding = findings.get(id);
      const differs = finding?.status === 'changed' || finding?.status === 'missing';
      return differs && acceptanceOf(finding) === null;
    }),
  );
  if (deviating.size === 0) return false;
  const located = await locateSchedule(table, scheduleId);
  if (!located?.entity.xero) return false;
  const { documents } = await readBooks(table, located.schedule, located.entity.xero.tenantId);
  return documents.some(({ isCurrent, documentId }) => isCurrent && deviating.has(documentId));
}
