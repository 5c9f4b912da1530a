import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type * as z from 'zod';

/** A file of JSON lines from which a simulator replays its state. */
export interface Journal<Entry> {
  /** The entries at the time of opening, oldest first. */
  readonly recovered: readonly Entry[];
  /** The number of lines in the file. Its owner compacts it when there are too many. */
  readonly lines: number;
  /**
   * Adds one line. On return it is with the operating system, so it survives `kill -9`. A line is whole or
   * absent: what must not come apart goes into one entry.
   */
  append(entry: Entry): void;
  /** Replaces the whole content by `entries`, the shortest list that replays to the same state. */
  compact(entries: readonly Entry[]): void;
  /** Flushes to the disk and closes the file. Nothing may be appended afterwards. */
  close(): void;
}

/**
 * Opens the journal at `path`, creating it and its folders where needed. An incomplete last line, left by a
 * killed process, is dropped; damage anywhere else throws. There is no lock file: two processes must not share a path.
 *
 * Entries are anything JSON can hold. Each recovered one is parsed by `schema`; `z.custom<Entry>()` trusts the file to
 * hold what was written.
 */
export function openJournal<Entry>(path: string, schema: z.ZodType<Entry>): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const recovered = recover(path, schema);
  let file = openSync(path, 'a');
  let lines = recovered.length;

  return {
    recovered,
    get lines() {
      return lines;
    },
    append(entry) {
      writeWhole(file, toLine(entry));
      lines += 1;
    },
    compact(entries) {
      const next = `${path}.next`;
      const replacement = openSync(next, 'w');
      writeWhole(replacement, entries.map(toLine).join(''));
      fsyncSync(replacement);
      renameSync(next, path);
      closeSync(file);
      file = replacement;
      lines = entries.length;
    },
    close() {
      fsyncSync(file);
      closeSync(file);
    },
  };
}

function toLine(entry: unknown): string {
  return `${JSON.stringify(entry)}\n`;
}

/** Repeats partial writes until every byte is written. */
function writeWhole(file: number, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(writeSync(file, rest));
}

function recover<Entry>(path: string, schema: z.ZodType<Entry>): Entry[] {
  const content = readIfPresent(path);
  const whole = content.subarray(0, content.lastIndexOf('\n') + 1);
  if (whole.length < content.length) truncateSync(path, whole.length);
  const lines = whole.toString().split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (error) {
      throw new Error(`${path}: line ${index + 1} is damaged`, { cause: error });
    }
  });
}

function readIfPresent(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}
