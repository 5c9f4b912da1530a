import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import type { Vault } from '../services/vault.ts';
import { openWith, sealWith } from './seal.ts';

/** Creates a vault whose data keys are wrapped by a KMS key. The context is KMS's encryption context. */
export function kmsVault(keyId: string): Vault {
  const client = new KMSClient();
  return {
    seal: async (plaintext, context) => {
      const command = new GenerateDataKeyCommand({
        KeyId: keyId,
        KeySpec: 'AES_256',
        EncryptionContext: { for: context },
      });
      const { Plaintext: key, CiphertextBlob: wrapped } = await client.send(command);
      if (!key || !wrapped) throw new Error('KMS returned no data key.');
      return `${Buffer.from(wrapped).toString('base64url')}.${sealWith(key, plaintext, context)}`;
    },
    open: async (text, context) => {
      const [wrapped = '', sealed = ''] = text.split('.');
      const command = new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(wrapped, 'base64url'),
        EncryptionContext: { for: context },
      });
      const { Plaintext: key } = await client.send(command);
      if (!key) throw new Error('KMS decrypted no data key.');
      return openWith(key, sealed, context);
    },
  };
}
