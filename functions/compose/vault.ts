import { required } from '../lib/config.ts';
import { fileSecrets } from '../services/secrets/files.ts';
import { kmsVault } from '../services/vault/client.ts';
import { localVault } from '../services/vault/local.ts';
import type { Part } from './base.ts';

/** The local vault's key is a file; in the cloud the key never leaves KMS. */
export const part: Part = async (config) => ({
  vault: config.VAULT_KEY_ID
    ? kmsVault(config.VAULT_KEY_ID)
    : localVault(fileSecrets(required(config, 'SECRETS_FOLDER'))),
});
