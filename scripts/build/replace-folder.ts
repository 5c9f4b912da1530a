import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';

/** Replaces a folder by another one. Readers find either the former files or the new ones. */
export async function replaceFolder(folder: string, fresh: string): Promise<void> {
  const former = `${fresh}-former`;
  if (existsSync(folder)) await rename(folder, former);
  await rename(fresh, folder);
  await rm(former, { recursive: true, force: true });
}
