import type { Secrets } from '../services/secrets.ts';
import type { Vault } from '../services/vault.ts';
import { openWith, sealWith } from './seal.ts';

/** Creates a vault under one key of 32 bytes in base64, stored with the other secrets. */
export function localVault(secrets: Secrets): Vault {
  const key = async (): Promise<Uint8Array> => Buffer.from(await secrets.read('vault-key'), 'base64');
  return {
    seal: async (plaintext, context) => sealWith(await key(), plaintext, context),
    open: async (sealed, context) => openWith(await key(), sealed, context),
  };
}
