/** The secrets of a local run, generated once and stored in the data folder. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SecretName } from '../../functions/services/secrets.ts';

export interface LocalSecrets {
  readonly folder: string;
  /** The public key that verifies tokens, a JWK as JSON. */
  readonly tokenPublicKey: string;
  read(name: SecretName): string;
}

/** @param given the vendors' credentials: from the environment, or the simulators' own */
export function localSecrets(dataDir: string, given: Partial<Record<SecretName, string>>): LocalSecrets {
  const folder = join(dataDir, 'secrets');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = (name: string): string => join(folder, name);
  const write = (name: string, value: string): void => writeFileSync(path(name), value, { mode: 0o600 });

  if (!existsSync(path('token-public-key'))) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    write('token-private-key', JSON.stringify(privateKey.export({ format: 'jwk' })));
    write('token-public-key', JSON.stringify(publicKey.export({ format: 'jwk' })));
  }
  if (!existsSync(path('vault-key'))) write('vault-key', randomBytes(32).toString('base64'));

  for (const [name, value] of Object.entries(given)) write(name, value);
  return {
    folder,
    tokenPublicKey: readFileSync(path('token-public-key'), 'utf8'),
    read: (name) => readFileSync(path(name), 'utf8'),
  };
}
