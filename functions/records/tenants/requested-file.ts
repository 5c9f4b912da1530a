/** Files that a job makes on request. The request's item holds its progress and is kept as long as the file. */
import * as z from 'zod';
import { type Key, type Table, tryCommitOne, type Write } from '../../store/table.ts';

const KEPT_MS = 7 * 86_400_000;

/** The attributes of a request beside its own. */
export const fileProgress = {
  status: z.enum(['queued', 'running', 'done', 'failed']),
  /** Percent. */
  progress: z.number(),
  /** The key of the file, once it is made. */
  file: z.string().nullable(),
  /** The name that the file is saved under. */
  fileName: z.string().nullable(),
};

const FileProgress = z.object(fileProgress);
type FileProgress = Readonly<z.output<typeof FileProgress>>;

/** Returns the write that records a request with its own attributes. */
export const requestWrite = (key: Key, request: object, now: number): Extract<Write, { put: unknown }> => ({
  put: {
    ...key,
    ...request,
    ...({ status: 'queued', progress: 0, file: null, fileName: null } satisfies FileProgress),
    ttl: Math.ceil((now + KEPT_MS) / 1000),
  },
});

/** Records the progress of a request; does not bring back an expired one. */
export async function recordProgress(
  table: Table,
  key: Key,
  progress: Pick<FileProgress, 'status' | 'progress'> & Partial<FileProgress>,
): Promise<void> {
  await tryCommitOne(table, { update: key, set: { ...progress }, if: 'present' });
}

/** A request whose job takes too long is tried once more; its queue delivers other failures more often. */
const MOST_STARTS = 2;

/**
 * Makes a file; marks its request as failed when that throws. The job's next delivery tries again. A start without an
 * end, of a job that took too long, is kept.
 */
export async function orMarkFailed<Made>(
  table: Table,
  key: Key,
  make: () => Promise<Made>,
): Promise<Made | { readonly failed: string }> {
  const started = await tryCommitOne(table, {
    update: key,
    add: { starts: 1 },
    if: {
      any: [
        ['starts', 'absent'],
        ['starts', '<', MOST_STARTS],
      ],
    },
  });
  if (!started) {
    await recordProgress(table, key, { status: 'failed', progress: 0 });
    return { failed: 'It took too long twice.' };
  }
  try {
    return await make();
  } catch (error) {
    await tryCommitOne(table, { update: key, add: { starts: -1 }, if: 'present' });
    await recordProgress(table, key, { status: 'failed', progress: 0 });
    throw error;
  }
}
