import { createWriteStream, type WriteStream } from 'node:fs';

export interface LogFile {
  write(this: void, line: string): void;
  close(): void;
}

/** Opens a log file. A line that can't be written, on a full disk, is lost, and later lines are tried again. */
export function openLog(path: string): LogFile {
  let stream: WriteStream | null = null;
  const open = (): WriteStream =>
    createWriteStream(path, { flags: 'a' }).once('error', (error) => {
      stream = null;
      process.stderr.write(`${path}: ${error.message}\n`);
    });
  return {
    write: (line) => void (stream ??= open()).write(`${line}\n`),
    close: () => void stream?.end(),
  };
}
