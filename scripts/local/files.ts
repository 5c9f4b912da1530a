/** The bucket of a local run: takes files by signed forms and gives them by signed addresses, as downloads only. */
import { readFile } from 'node:fs/promises';
import { localFilePath, readPermission, storeLocalUpload } from '../../functions/vendors/local-files.ts';
import { attachmentDisposition } from '../../functions/services/files.ts';

export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const REFUSED: FileAnswer = { status: 403, headers: {}, body: Buffer.from('Forbidden') };

/** The parts of the form: its fields, then the file. */
export async function takeFile(folder: string, contentType: string, bytes: Uint8Array): Promise<FileAnswer> {
  const request = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
  const form = await request.formData();
  const text = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const permission = await readPermission(
    folder,
    { permit: text('permit'), signature: text('signature') },
    Date.now(),
  );
  const file = form.get('file');
  if (permission?.action !== 'upload' || !(file instanceof File)) return REFUSED;
  if (file.size !== Number(permission.detail)) return { ...REFUSED, status: 400 };
  await storeLocalUpload(folder, permission.key, new Uint8Array(await file.arrayBuffer()));
  return { status: 204, headers: {}, body: new Uint8Array() };
}

export async function giveFile(folder: string, query: URLSearchParams): Promise<FileAnswer> {
  const permission = await readPermission(folder, Object.fromEntries(query), Date.now());
  if (permission?.action !== 'download') return REFUSED;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': attachmentDisposition(permission.detail),
    'cache-control': 'no-store',
  };
  return { status: 200, headers, body: await readFile(localFilePath(folder, permission.key)) };
}
