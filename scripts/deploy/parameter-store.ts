import { GetParameterCommand, ParameterNotFound, PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import type { ParameterStore } from './parameters.ts';

/** Parameters of the account whose credentials are in the environment. */
export function accountParameters(region: string): ParameterStore & { get(name: string): Promise<string> } {
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
