import { expect, test } from 'vitest';
import { readConfig } from '../../functions/lib/config.ts';

const environment = {
  STAGE: 'prod',
  ORIGIN: 'https://app.paydown.example',
  TABLE_NAME: 'paydown',
  TOKEN_PUBLIC_KEY: '{}',
};

test('A stage in the cloud does not start without the origin secret', () => {
  expect(() => readConfig(environment)).toThrow('ORIGIN_SECRET is missing');
  expect(readConfig({ ...environment, ORIGIN_SECRET: 's' }).ORIGIN_SECRET).toBe('s');
  expect(readConfig({ ...environment, STAGE: 'local' }).ORIGIN_SECRET).toBeUndefined();
});
