import { describe, expect, it, test } from 'vitest';
import type { Base } from '../../functions/lib/context.ts';
import type { Part } from '../../functions/compose/base.ts';
import { readConfig } from '../../functions/lib/config.ts';
import type { Use } from '../../functions/lib/route.ts';
import type { SecretName } from '../../functions/services/secrets/port.ts';
import { secretsOf } from '../../infra/constructs/grants.ts';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { synthesise } from './synthesised.ts';

/** What a function of the cloud finds in its environment; what only the account knows reads as its name. */
function environmentsOf(stage: string): [string, Record<string, string>][] {
  return synthesise(stageOf(stage))
    .resources('AWS::Lambda::Function')
    .filter(({ resource }) => resource.Properties.Runtime === 'nodejs24.x')
    .map(({ resource: { Properties } }) => [
      Properties.FunctionName as string,
      Object.fromEntries(
        Object.entries(Properties.Environment.Variables as Record<string, unknown>).map(([name, value]) => [
          name,
          typeof value === 'string'
            ? value
            : name === 'ORIGIN'
              ? 'https://d1.cloudfront.net'
              : 'known at deployment',
        ]),
      ),
    ]);
}

describe.each([...stageNames])('In stage %s', (stage) => {
  it('every function’s environment is a configuration, and none of it is for local use', () => {
    for (const [name, environment] of environmentsOf(stage)) {
      const config = readConfig({ ...environment, AWS_REGION: 'ap-southeast-2' });
      expect([name, config]).toMatchObject([name, { STAGE: stage, ORIGIN_SECRET: expect.any(String) }]);
    }
  });
});

test.each(['xero', 'stripe', 'sign', 'mail', 'table'] as const)(
  'The services behind “%s” find what they need, and read no secret but those their functions may',
  async (name) => {
    const { part } = (await import(`../../functions/compose/${name}.ts`)) as { part: Part };
    const uses: readonly Use[] = name === 'table' ? ['table:write'] : [name];
    const read: string[] = [];
    const secrets = {
      read: async (secret: SecretName) => {
        read.push(secret);
        return '{}';
      },
    };
    const xero = { XERO_CLIENT_ID: 'client', VAULT_KEY_ID: 'key' };
    const config = readConfig({
      STAGE: 'prod',
      ORIGIN: 'https://app.paydown.example',
      TABLE_NAME: 'table',
      TOKEN_PUBLIC_KEY: '{}',
      ...(name === 'xero' && xero),
    });
    const services = await part(config, secrets, { clock: { now: () => 0 } } as Base);
    await services.signer?.access({ userId: 'u', sessionId: 's', tenantId: null }).catch(() => undefined);
    expect(read.toSorted()).toEqual(uses.flatMap((use) => secretsOf[use]).toSorted());
  },
);
