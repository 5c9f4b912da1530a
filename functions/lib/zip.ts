/** Archives of files. */
import { Zip, ZipDeflate } from 'fflate';

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns an archive of the files, or null as soon as they exceed a number of bytes. Holds one file at a time. */
export async function zipWithin(
  files: AsyncIterable<ArchivedFile>,
  mostBytes: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  let size = 0;
  for await (const { name, bytes } of files) {
    size += bytes.length;
    if (size > mostBytes) return null;
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    file.push(bytes, true);
  }
  zip.end();
  return Buffer.concat(chunks);
}

export const zipAll = async (files: AsyncIterable<ArchivedFile>): Promise<Uint8Array> =>
  (await zipWithin(files, Infinity)) ?? new Uint8Array();
