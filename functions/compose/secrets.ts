import type { Config } from '../lib/config.ts';
import { parameterSecrets } from '../services/secrets/client.ts';
import { fileSecrets } from '../services/secrets/files.ts';
import type { Secrets } from '../services/secrets/port.ts';

/** Returns the secrets for the parts that read them. Other functions don't bundle the client. */
export function secretsFrom(config: Config): Secrets {
  if (config.SECRETS_FOLDER !== undefined) return fileSecrets(config.SECRETS_FOLDER);
  return parameterSecrets(config.SECRETS_PATH ?? `/paydown/${config.STAGE}`, Date.now);
}
