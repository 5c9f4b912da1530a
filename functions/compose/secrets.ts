import type { Config } from './config.ts';
import { parameterSecrets } from '../vendors/parameter-store.ts';
import { fileSecrets } from '../vendors/secret-files.ts';
import type { Secrets } from '../services/secrets.ts';

/** Returns the secrets for the parts that read them. Other functions don't bundle the client. */
export function secretsFrom(config: Config): Secrets {
  if (config.SECRETS_FOLDER !== undefined) return fileSecrets(config.SECRETS_FOLDER);
  return parameterSecrets(config.SECRETS_PATH ?? `/paydown/${config.STAGE}`, Date.now);
}
