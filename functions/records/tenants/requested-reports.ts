/** Requests of reports that a job makes. */
import * as z from 'zod';
import { notFound, type Refusal } from '../../../domain/refusal.ts';
import { Id } from '../../api/wire.ts';
import { StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import { coversAll, type EntityScope, StoredEntityIds, storedEntityIds } from './entity-scope.ts';
import { fileProgress, requestWrite } from './requested-file.ts';
import type { TableReader, Write } from '../../store/table.ts';

export const PACK_FORMATS = ['json', 'xlsx', 'pdf'] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];
/** An archive holds a pack of each entity. */
const REPORT_FORMATS = [...PACK_FORMATS, 'zip'] as const;

const ReportRequest = z.object({
  reportId: z.string(),
  /** The user who requested it, and the entities that the user may see; null for all. */
  userId: z.string(),
  entityIds: StoredEntityIds,
  format: z.enum(REPORT_FORMATS),
  date: StoredDate,
  /** Null for all of these entities. */
  entityId: z.string().nullable(),
  includeArchived: z.boolean(),
  allCurrent: z.array(z.string()).readonly(),
});
type ReportRequest = Readonly<z.output<typeof ReportRequest>>;

const ReportItem = ReportRequest.extend(fileProgress);
export type StoredReport = Readonly<z.output<typeof ReportItem>>;

export const unknownReport = (): Refusal => notFound('report/unknown', 'The report could not be found.');

/** @throws Refusal `not-found` unless the report is the organisation's, and the reader may see all that is in it. */
export async function readReport(
  table: TableReader,
  scope: EntityScope,
  reportId: string,
): Promise<StoredReport> {
  if (!Id.safeParse(reportId).success) throw unknownReport();
  const item = await table.get(keys.report(scope.tenantId, reportId));
  const report = item ? ReportItem.parse(item) : null;
  if (!report || !coversAll(scope, contentsOf(report))) throw unknownReport();
  return report;
}

const contentsOf = ({ entityId, entityIds }: ReportRequest): EntityScope['entityIds'] =>
  entityId === null ? entityIds : new Set([entityId]);

export const newReportWrite = (
  tenantId: string,
  report: ReportRequest,
  now: number,
): Extract<Write, { put: unknown }> =>
  requestWrite(
    keys.report(tenantId, report.reportId),
    { ...report, entityIds: storedEntityIds(report.entityIds) },
    now,
  );
