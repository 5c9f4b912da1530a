import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { HIGH_THROUGHPUT } from '../../scripts/deploy/account.ts';
import { accountParameters, enableHighThroughput } from '../../scripts/deploy/parameter-store.ts';
import { inTurn, serviceError, stubbedClient } from './stubbed-client.ts';

it('lifts the limit of reads by the setting that a deployment checks', async () => {
  const { client, sent } = stubbedClient({ UpdateServiceSetting: () => ({}) });
  await enableHighThroughput(client);
  expect(sent).toEqual([['UpdateServiceSetting', { SettingId: HIGH_THROUGHPUT, SettingValue: 'true' }]]);
  expect(HIGH_THROUGHPUT).toBe('/ssm/parameter-store/high-throughput-enabled');
});

it('replaces, decrypts and removes parameters, encrypted when they are secret, and looks without decrypting', async () => {
  const { client, sent } = stubbedClient({
    GetParameter: () => ({ Parameter: { Value: 'v' } }),
    PutParameter: () => ({}),
    DeleteParameters: () => ({}),
  });
  const store = accountParameters(client, stageOf('prod'));
  expect(await store.get('/a')).toBe('v');
  await store.put('/a', 'v', true);
  await store.put('/b', 'w', false);
  await store.remove('/a');
  expect(await store.has('/b')).toBe(true);
  expect(sent).toEqual([
    ['GetParameter', { Name: '/a', WithDecryption: true }],
    [
      'PutParameter',
      {
        Name: '/a',
        Value: 'v',
        Overwrite: true,
        Type: 'SecureString',
        KeyId: 'alias/paydown-prod-secrets',
      },
    ],
    ['PutParameter', { Name: '/b', Value: 'w', Type: 'String', Overwrite: true }],
    ['DeleteParameters', { Names: ['/a'] }],
    ['GetParameter', { Name: '/b' }],
  ]);
});

it('tells a missing parameter from one that the role may not read', async () => {
  const storeFailing = (name: string) =>
    accountParameters(stubbedClient({ GetParameter: inTurn(serviceError(name)) }).client, stageOf('prod'));
  expect(await storeFailing('ParameterNotFound').has('/a')).toBe(false);
  await expect(storeFailing('AccessDeniedException').has('/a')).rejects.toThrow('AccessDeniedException');
});
