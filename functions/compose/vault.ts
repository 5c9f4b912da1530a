import { required } from './config.ts';
import { fileSecrets } from '../vendors/secret-files.ts';
import { kmsVault } from '../vendors/kms.ts';
import { localVault } from '../vendors/local-vault.ts';
import type { Part } from './base.ts';

/** The local vault's key is a file; in the cloud the key never leaves KMS. */
export const part: Part = async (config) => ({
  vault: config.VAULT_KEY_ID
    ? kmsVault(config.VAULT_KEY_ID)
    : localVault(fileSecrets(required(config, 'SECRETS_FOLDER'))),
});
