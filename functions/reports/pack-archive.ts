import { fileNameOf, safeNameOf } from '../lib/file-name.ts';
import { type ArchivedFile, zipAll } from '../lib/zip.ts';
import { packFile } from './pack-file.ts';
import { type Pack, packsByEntity } from './pack.ts';

/** A pack of each entity with loans, as PDF and workbook, in one archive. */
export async function packArchive(
  pack: Pack,
  owner: string,
  now: number,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  return {
    name: fileNameOf([owner, `Year-end loans ${pack.date}`], 'zip'),
    bytes: await zipAll(files(pack, now)),
  };
}

async function* files(pack: Pack, now: number): AsyncGenerator<ArchivedFile> {
  for (const [index, { name, pack: own }] of packsByEntity(pack).entries()) {
    // Names can differ in characters that file names can't have, so the number keeps the files apart.
    const number = String(index + 1).padStart(3, '0');
    for (const format of ['pdf', 'xlsx'] as const) {
      const { bytes } = await packFile(own, name, format, now);
      yield { name: `${number} ${safeNameOf([name])}.${format}`, bytes };
    }
  }
}
