import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { SecretName, Secrets } from '../services/secrets.ts';

const KEPT_FOR = 5 * 60_000;

/**
 * Returns secrets from encrypted parameters under `path`. Each is cached for five minutes, so a rotation takes
 * effect.
 */
export function parameterSecrets(path: string, now: () => number): Secrets {
  const client = new SSMClient();
  const kept = new Map<SecretName, { value: Promise<string>; until: number }>();
  const fetch = async (name: SecretName): Promise<string> => {
    const command = new GetParameterCommand({ Name: `${path}/${name}`, WithDecryption: true });
    const value = (await client.send(command)).Parameter?.Value;
    if (value === undefined) throw new Error(`The parameter ${path}/${name} has no value.`);
    return value;
  };
  return {
    read: (name) => {
      const known = kept.get(name);
      if (known && known.until > now()) return known.value;
      const value = fetch(name);
      kept.set(name, { value, until: now() + KEPT_FOR });
      value.catch(() => kept.delete(name));
      return value;
    },
  };
}
