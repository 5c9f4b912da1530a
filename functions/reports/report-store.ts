/** Reports that a job makes: the request and its progress. */
import * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { Id } from '../lib/wire.ts';
import { keys } from '../store/keys.ts';
import { type Table, type TableReader, tryCommitOne, type Write } from '../store/table.ts';

const KEPT_MS = 7 * 86_400_000;

/** The formats of the year-end pack. */
export const PACK_FORMATS = ['json', 'xlsx', 'pdf'] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];

const ReportItem = z.object({
  reportId: z.string(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  progress: z.number(),
  format: z.enum(PACK_FORMATS),
  date: z.string().transform((value) => value as CalendarDate),
  entityId: z.string().nullable(),
  includeArchived: z.boolean(),
  allCurrent: z.array(z.string()).readonly(),
  /** The key of the file, once the report is done. */
  file: z.string().nullable(),
  /** The name that the file is saved under. */
  fileName: z.string().default('Report'),
});

export type StoredReport = Readonly<z.output<typeof ReportItem>>;

const unknownReport = (): Refusal =>
  new Refusal('not-found', 'report/unknown', 'The report could not be found.');

/** @throws Refusal `not-found` unless the report is the organisation's. */
export async function readReport(
  table: TableReader,
  tenantId: string,
  reportId: string,
): Promise<StoredReport> {
  if (!Id.safeParse(reportId).success) throw unknownReport();
  const item = await table.get(keys.report(tenantId, reportId));
  if (!item) throw unknownReport();
  return ReportItem.parse(item);
}

/** Returns the write that records a requested report. */
export function newReportWrite(
  tenantId: string,
  report: Omit<StoredReport, 'status' | 'progress' | 'file' | 'fileName'>,
  now: number,
): Extract<Write, { put: unknown }> {
  return {
    put: {
      ...keys.report(tenantId, report.reportId),
      ...report,
      status: 'queued',
      progress: 0,
      file: null,
      ttl: Math.ceil((now + KEPT_MS) / 1000),
    },
  };
}

/** Records the progress of a report; does not bring back an expired one. */
export async function noteProgress(
  table: Table,
  tenantId: string,
  reportId: string,
  state: Pick<StoredReport, 'status' | 'progress'> & Partial<Pick<StoredReport, 'file' | 'fileName'>>,
): Promise<void> {
  await tryCommitOne(table, { update: keys.report(tenantId, reportId), set: { ...state }, if: 'present' });
}
