import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Returns the hash of the names and contents of the files that match the patterns, which are relative to `folder`. */
export async function fingerprintOf(folder: string, patterns: readonly string[]): Promise<string> {
  const files = (await Array.fromAsync(glob(patterns, { cwd: folder }))).toSorted();
  const sum = createHash('sha256');
  for (const file of files) sum.update(file).update(await readFile(path.join(folder, file)));
  return sum.digest('hex');
}
