/** Requests of exports that a job makes. */
import * as z from 'zod';
import { notFound } from '../../../domain/refusal.ts';
import { Id } from '../../api/wire.ts';
import { keys } from '../../store/keys.ts';
import { fileProgress, requestWrite } from './requested-file.ts';
import type { TableReader, Write } from '../../store/table.ts';

const ExportRequest = z.object({
  exportId: z.string(),
  /** The Owner who requested it. */
  userId: z.string(),
  /** Null for the whole organisation. */
  entityId: z.string().nullable(),
});
type ExportRequest = Readonly<z.output<typeof ExportRequest>>;

const ExportItem = ExportRequest.extend(fileProgress);

/** @throws Refusal `not-found` unless the export is the organisation's. */
export async function readExport(
  table: TableReader,
  tenantId: string,
  exportId: string,
): Promise<Readonly<z.output<typeof ExportItem>>> {
  const item = Id.safeParse(exportId).success
    ? await table.get(keys.tenantExport(tenantId, exportId))
    : undefined;
  if (!item) throw notFound('export/unknown', 'The export could not be found.');
  return ExportItem.parse(item);
}

export const newExportWrite = (
  tenantId: string,
  request: ExportRequest,
  now: number,
): Extract<Write, { put: unknown }> =>
  requestWrite(keys.tenantExport(tenantId, request.exportId), request, now);
