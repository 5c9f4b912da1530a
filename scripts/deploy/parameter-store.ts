import {
  GetParameterCommand,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
  UpdateServiceSettingCommand,
} from '@aws-sdk/client-ssm';
import { HIGH_THROUGHPUT } from './account.ts';
import type { ParameterStore } from './parameters.ts';

/** Lifts the limit of 40 reads a second. Reads beyond it are charged. */
export async function enableHighThroughput(region: string): Promise<void> {
  const setting = new UpdateServiceSettingCommand({ SettingId: HIGH_THROUGHPUT, SettingValue: 'true' });
  await new SSMClient({ region }).send(setting);
}

/** Parameters of the account whose credentials are in the environment. */
export function accountParameters(region: string): ParameterStore {
  const client = new SSMClient({ region });
  const get = async (name: string): Promise<string> => {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
    return Parameter?.Value ?? '';
  };
  return {
    get,
    has: async (name) => {
      try {
        await get(name);
        return true;
      } catch (error) {
        if (error instanceof ParameterNotFound) return false;
        throw error;
      }
    },
    put: async (name, value, isSecret) => {
      const Type = isSecret ? 'SecureString' : 'String';
      await client.send(new PutParameterCommand({ Name: name, Value: value, Type, Overwrite: true }));
    },
  };
}
