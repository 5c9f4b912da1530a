/** The port of files in memory: what a browser would send is put in by `send`. */
import { digest } from '../../functions/lib/digest.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import type { Files } from '../../functions/services/files.ts';
import { HEAD_BYTES } from '../../functions/services/files.ts';

export type MemoryFiles = Files & {
  send(key: string, bytes: Uint8Array): void;
  /** Keys of the files that are kept. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
};

export function memoryFiles(): MemoryFiles {
  const sent = new Map<string, Uint8Array>();
  const kept = new Map<string, Uint8Array>();
  return {
    kept,
    send: (key, bytes) => void sent.set(key, bytes),
    put: async (key, bytes) => void kept.set(key, bytes),
    signUpload: async (key) => ({ url: 'https://files.example', fields: { key } }),
    inspectUpload: async (key) => {
      const bytes = sent.get(key);
      return bytes
        ? { size: bytes.length, head: bytes.slice(0, HEAD_BYTES), version: digest(String(bytes)) }
        : null;
    },
    keepUpload: async (key, { version }) => {
      const bytes = sent.get(key);
      if (!bytes) throw new Error(`Nothing was sent as ${key}`);
      if (digest(String(bytes)) !== version) throw new VendorFailure('Files', 503, 'Another file was sent.');
      kept.set(key, bytes);
      sent.delete(key);
    },
    signDownload: async (key, name) => `https://files.example/${key}?name=${encodeURIComponent(name)}`,
    remove: async (keys) => {
      for (const key of keys) {
        sent.delete(key);
        kept.delete(key);
      }
    },
  };
}
