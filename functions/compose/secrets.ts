import type { Config } from '../lib/config.ts';
import { parameterSecrets } from '../services/secrets/client.ts';
import { fileSecrets } from '../services/secrets/files.ts';
import type { Secrets } from '../services/secrets/port.ts';

/** For the parts that read secrets; a function without such a part doesn't carry the client that fetches them. */
export function secretsFrom(config: Config): Secrets {
  if (config.SECRETS_FOLDER !== undefined) return fileSecrets(config.SECRETS_FOLDER);
  return parameterSecrets(config.SECRETS_PATH ?? `/paydown/${config.STAGE}`, Date.now);
}
