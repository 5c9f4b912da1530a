/** Runs an action on several schedules, one after the other. A failure is named and stops no other. */
import { call } from '../data/api.ts';
import { download } from '../data/download.ts';
import type { Change } from '../data/stale.ts';
import { messageOf } from '../data/problem.ts';
import type { ScheduleSummary } from '../data/answers.ts';

/** A schedule, and where it is. */
export interface BulkItem {
  readonly entityId: string;
  readonly schedule: ScheduleSummary;
}

export interface BulkFailure {
  readonly name: string;
  readonly message: string;
}

type Run = (item: BulkItem) => Promise<void>;

export interface BulkAction {
  /** The route that changes a schedule. */
  readonly route: Change;
  readonly run: Run;
}

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const paramsOf = ({ entityId, schedule }: BulkItem) => ({ entityId, scheduleId: schedule.id });

/**
 * Runs an action on each item in turn and answers what failed.
 * @param onProgress called with how many are done.
 * @param isStopped asked before each item; the rest is left alone once it says yes.
 */
export async function runBulk(
  items: readonly BulkItem[],
  run: Run,
  fallback: string,
  { onProgress, isStopped }: { onProgress: (done: number) => void; isStopped: () => boolean },
): Promise<BulkFailure[]> {
  const failures: BulkFailure[] = [];
  for (const [index, item] of items.entries()) {
    if (isStopped()) break;
    try {
      await run(item);
    } catch (error) {
      failures.push({ name: item.schedule.description, message: messageOf(error, fallback) });
    }
    onProgress(index + 1);
  }
  return failures;
}

export const archive: BulkAction = {
  route: `POST ${SCHEDULE}/archive`,
  run: async (item) => {
    await call(`POST ${SCHEDULE}/archive`, { params: paramsOf(item), body: { archive: true } });
  },
};

/** Every schedule as a workbook, together in one archive. */
export async function exportAll(
  items: readonly BulkItem[],
  watch: { onProgress: (done: number) => void; isStopped: () => boolean },
  fallback: string,
): Promise<{ readonly failures: readonly BulkFailure[]; readonly archive: Blob | null }> {
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  const save: Run = async (item) => {
    const { name, blob } = await download(`GET ${SCHEDULE}/Export`, { params: paramsOf(item) }, XLSX);
    files[freeName(name, files)] = new Uint8Array(await blob.arrayBuffer());
  };
  const failures = await runBulk(items, save, fallback, watch);
  if (Object.keys(files).length === 0) return { failures, archive: null };
  // A workbook is compressed already.
  const bytes = zipSync(files, { level: 0 });
  return { failures, archive: new Blob([new Uint8Array(bytes)], { type: 'application/zip' }) };
}

/** Two schedules may have one name. */
function freeName(name: string, taken: Readonly<Record<string, unknown>>): string {
  const [, base = name, ending = ''] = /^(.*)(\.\w+)$/.exec(name) ?? [];
  let free = name;
  for (let number = 2; free in taken; number++) free = `${base} (${number})${ending}`;
  return free;
}
