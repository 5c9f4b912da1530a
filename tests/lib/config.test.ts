import { expect, test } from 'vitest';
import { readConfig } from '../../functions/lib/config.ts';

const environment = {
  STAGE: 'prod',
  ORIGIN: 'https://app.paydown.example',
  TABLE_NAME: 'paydown',
  TOKEN_PUBLIC_KEY: '{}',
};

test('a stage in the cloud does not start without the digest of the origin secret', () => {
  expect(() => readConfig(environment)).toThrow('ORIGIN_SECRET_DIGEST is missing');
  expect(readConfig({ ...environment, ORIGIN_SECRET_DIGEST: 's' }).ORIGIN_SECRET_DIGEST).toBe('s');
  expect(readConfig({ ...environment, STAGE: 'local' }).ORIGIN_SECRET_DIGEST).toBeUndefined();
});
