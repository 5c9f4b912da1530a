import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from './port.ts';

/** Files in a folder, each beside its name and type; served at `origin`. */
export function folderFiles({ folder, origin }: { readonly folder: string; readonly origin: string }): Files {
  return {
    async put(key, { name, contentType, bytes }) {
      const file = path.join(folder, key);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(`${file}.json`, JSON.stringify({ name, contentType }));
      await writeFile(file, bytes);
    },
    address: async (key) => `${origin}/files/${key}`,
  };
}
