import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../services/secrets.ts';

/** Returns the secrets of a local run, one file each. */
export function fileSecrets(folder: string): Secrets {
  return { read: async (name) => (await readFile(join(folder, name), 'utf8')).trim() };
}
