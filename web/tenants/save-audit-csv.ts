import { csvLines, csvText } from '../../domain/csv.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { toast } from '../ui/toasts.tsx';
import { type AuditEntry, type AuditFilter, DELETED_USER, readAudit } from './audit.ts';
import { factsOf, sentenceText } from './audit-sentences.ts';
import { tenantTexts } from './texts.ts';

const COLUMNS = ['Time', 'User', 'Action', 'Code', 'Entity', 'Schedule', 'Details', 'Network', 'Request'];

/** Saves all entries that match a filter as a file. */
export async function saveAuditCsv(filter: AuditFilter): Promise<void> {
  try {
    const lines = [COLUMNS];
    let cursor: string | null = null;
    do {
      const page = await readAudit(filter, cursor);
      lines.push(...page.entries.map(lineOf));
      cursor = page.next;
    } while (cursor !== null);
    saveBlob('audit-log.csv', new Blob([csvLines(lines)], { type: 'text/csv' }));
  } catch (error) {
    toast.failure(error, tenantTexts.audit);
  }
}

function lineOf(entry: AuditEntry): string[] {
  const { at, name, action, entityId, scheduleId, source, requestId } = entry;
  const facts = factsOf(entry).join('; ');
  const cells = [
    at,
    name ?? DELETED_USER,
    sentenceText(entry),
    action,
    entityId,
    scheduleId,
    facts,
    source,
    requestId,
  ];
  return cells.map((cell) => csvText(cell ?? ''));
}
