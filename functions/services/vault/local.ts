import type { Secrets } from '../secrets/port.ts';
import type { Vault } from './port.ts';
import { openWith, sealWith } from './seal.ts';

/** A vault under one key, 32 bytes in base64, kept with the other secrets. */
export function localVault(secrets: Secrets): Vault {
  const key = async (): Promise<Uint8Array> => Buffer.from(await secrets.read('vault-key'), 'base64');
  return {
    seal: async (plaintext, context) => sealWith(await key(), plaintext, context),
    open: async (sealed, context) => openWith(await key(), sealed, context),
  };
}
