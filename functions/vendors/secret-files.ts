import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Secrets } from '../services/secrets.ts';

export function fileSecrets(folder: string): Secrets {
  return { read: async (name) => (await readFile(join(folder, name), 'utf8')).trim() };
}
