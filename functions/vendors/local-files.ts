import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { VendorFailure } from '../lib/vendor-failure.ts';
import { DOWNLOAD_SECONDS, type Files, HEAD_BYTES, UPLOAD_SECONDS } from '../services/files.ts';

/** The claims of a signed address or form. */
export interface Permission {
  readonly action: 'upload' | 'download';
  readonly key: string;
  /** The file's exact size of an upload, its name of a download. */
  readonly detail: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Files of a local run: a folder, and signed addresses under `endpoint` that `scripts/local/files.ts` answers. */
export function createLocalFiles(folder: string, endpoint: string, now: () => number = Date.now): Files {
  const sent = (key: string): string => join(folder, 'uploads', key);
  const kept = (key: string): string => localFilePath(folder, key);
  return {
    put: async (key, bytes) => {
      await mkdir(dirname(kept(key)), { recursive: true });
      await writeFile(kept(key), bytes);
    },
    signUpload: async (key, { size, contentType }) => {
      const until = now() + UPLOAD_SECONDS * 1000;
      const permission = { action: 'upload', key, detail: String(size), until } as const;
      const fields = { 'Content-Type': contentType, ...(await signed(folder, permission)) };
      return { url: endpoint, fields };
    },
    inspectUpload: async (key) => {
      try {
        const file = await open(sent(key));
        try {
          const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
          const { size, mtimeNs } = await file.stat({ bigint: true });
          return { size: Number(size), head: buffer.subarray(0, bytesRead), version: String(mtimeNs) };
        } finally {
          await file.close();
        }
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    keepUpload: async (key, { version }) => {
      const { mtimeNs } = await stat(sent(key), { bigint: true });
      if (String(mtimeNs) !== version) throw replaced();
      await mkdir(dirname(kept(key)), { recursive: true });
      await rename(sent(key), kept(key));
    },
    signDownload: async (key, name) => {
      const until = now() + DOWNLOAD_SECONDS * 1000;
      const fields = await signed(folder, { action: 'download', key, detail: name, until });
      return `${endpoint}?${new URLSearchParams(fields).toString()}`;
    },
    remove: async (keys) => {
      await Promise.all(
        keys.flatMap((key) => [sent(key), kept(key)].map((path) => rm(path, { force: true }))),
      );
    },
  };
}

const replaced = (): VendorFailure =>
  new VendorFailure('Files', 503, 'Another file was sent at this moment. Please try again.');

export const localFilePath = (folder: string, key: string): string => join(folder, key);

/** Stores what a browser has sent. */
export async function storeLocalUpload(folder: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'uploads', key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

async function signed(folder: string, permission: Permission): Promise<Record<string, string>> {
  const permit = Buffer.from(JSON.stringify(permission)).toString('base64url');
  return { permit, signature: (await digestOf(folder, permit)).toString('base64url') };
}

/** Returns the signed claims; null when the signature is wrong or has expired. */
export async function readPermission(
  folder: string,
  { permit = '', signature = '' }: Readonly<Record<string, string>>,
  now: number,
): Promise<Permission | null> {
  const expected = await digestOf(folder, permit);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const permission = JSON.parse(Buffer.from(permit, 'base64url').toString('utf8')) as Permission;
  return permission.until < now ? null : permission;
}

async function digestOf(folder: string, permit: string): Promise<Buffer> {
  return createHmac('sha256', await signingKey(folder))
    .update(permit)
    .digest();
}

/** Made once, and kept beside the files. */
async function signingKey(folder: string): Promise<Buffer> {
  const path = join(folder, 'signing-key');
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((await stat(path).catch(() => null)) === null) throw error;
  }
  return readFile(path);
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
