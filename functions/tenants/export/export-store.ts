/** Exports that a job makes: the request and its progress. */
import * as z from 'zod';
import { Refusal } from '../../../domain/refusal.ts';
import { Id } from '../../lib/wire.ts';
import { keys } from '../../store/keys.ts';
import { type Table, type TableReader, tryCommitOne, type Write } from '../../store/table.ts';

const KEPT_MS = 7 * 86_400_000;

const ExportItem = z.object({
  exportId: z.string(),
  /** The Owner who requested it. */
  userId: z.string(),
  /** Null for the whole organisation. */
  entityId: z.string().nullable(),
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Percent. */
  progress: z.number(),
  /** The key of the file, once the export is done. */
  file: z.string().nullable(),
  fileName: z.string().nullable(),
});

type StoredExport = Readonly<z.output<typeof ExportItem>>;

/** @throws Refusal `not-found` unless the export is the organisation's. */
export async function readExport(
  table: TableReader,
  tenantId: string,
  exportId: string,
): Promise<StoredExport> {
  const item = Id.safeParse(exportId).success
    ? await table.get(keys.tenantExport(tenantId, exportId))
    : undefined;
  if (!item) throw new Refusal('not-found', 'export/unknown', 'The export could not be found.');
  return ExportItem.parse(item);
}

/** Returns the write that records a requested export. */
export function newExportWrite(
  tenantId: string,
  requested: Pick<StoredExport, 'exportId' | 'userId' | 'entityId'>,
  now: number,
): Extract<Write, { put: unknown }> {
  const state = { status: 'queued', progress: 0, file: null, fileName: null } as const;
  const item = { ...requested, ...state } satisfies StoredExport;
  const key = keys.tenantExport(tenantId, requested.exportId);
  return { put: { ...key, ...item, ttl: Math.ceil((now + KEPT_MS) / 1000) } };
}

/** Records the progress of an export; does not bring back an expired one. */
export async function recordProgress(
  table: Table,
  tenantId: string,
  exportId: string,
  state: Pick<StoredExport, 'status' | 'progress'> & Partial<Pick<StoredExport, 'file' | 'fileName'>>,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.tenantExport(tenantId, exportId),
    set: { ...state },
    if: 'present',
  });
}
