import {
  DeleteParametersCommand,
  GetParameterCommand,
  PutParameterCommand,
  type SSMClient,
  UpdateServiceSettingCommand,
} from '@aws-sdk/client-ssm';
import { secretsKey } from '../../infra/names.ts';
import type { Stage } from '../../infra/stages.ts';
import { HIGH_THROUGHPUT } from './account.ts';
import type { ParameterStore } from './parameters.ts';
import { isNamed } from './service-errors.ts';

type Client = Pick<SSMClient, 'send'>;

/** Lifts the limit of 40 reads a second. Reads beyond it are charged. */
export async function enableHighThroughput(client: Client): Promise<void> {
  await client.send(new UpdateServiceSettingCommand({ SettingId: HIGH_THROUGHPUT, SettingValue: 'true' }));
}

/** Parameters of the client's account and region. Secrets are encrypted under the stage's own key. */
export function accountParameters(client: Client, stage: Stage): ParameterStore {
  return {
    get: async (name) => {
      const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
      return Parameter?.Value ?? '';
    },
    // Without decryption, so that asking for a secret's existence reads no secret.
    has: async (name) => {
      try {
        await client.send(new GetParameterCommand({ Name: name }));
        return true;
      } catch (error) {
        if (isNamed(error, 'ParameterNotFound')) return false;
        throw error;
      }
    },
    put: async (name, value, isSecret) => {
      const kind = isSecret
        ? ({ Type: 'SecureString', KeyId: secretsKey(stage) } as const)
        : ({ Type: 'String' } as const);
      await client.send(new PutParameterCommand({ Name: name, Value: value, Overwrite: true, ...kind }));
    },
    remove: async (name) => {
      await client.send(new DeleteParametersCommand({ Names: [name] }));
    },
  };
}
