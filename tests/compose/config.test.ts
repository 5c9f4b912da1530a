import { expect, test } from 'vitest';
import { readConfig } from '../../functions/compose/config.ts';

const environment = {
  STAGE: 'prod',
  ORIGIN: 'https://app.paydown.example',
  TABLE_NAME: 'paydown',
  TOKEN_PUBLIC_KEY: '{}',
};

test('restores of the table are intervals, and anything else is refused', () => {
  const restoresIn = (RESTORED_AT?: string) =>
    readConfig({ ...environment, STAGE: 'local', RESTORED_AT }).RESTORED_AT;
  expect(restoresIn()).toEqual([]);
  expect(restoresIn('never')).toEqual([]);
  const first = { backupAt: Date.UTC(2026, 10, 20, 3), quietSince: Date.UTC(2026, 10, 20, 5, 3) };
  const interval = '2026-11-20T03:00:00.000Z/2026-11-20T05:03:00.000Z';
  expect(restoresIn(`${interval} ${interval}`)).toEqual([first, first]);
  for (const wrong of ['', '2026-11-20T03:00:00Z', `${interval} never`, `${interval}/${interval}`]) {
    expect(() => restoresIn(wrong)).toThrow('RESTORED_AT');
  }
});

// Evidence for ASVS 13.2
test('a stage in the cloud does not start without the digest of the origin secret', () => {
  expect(() => readConfig(environment)).toThrow('ORIGIN_SECRET_DIGEST is missing');
  expect(readConfig({ ...environment, ORIGIN_SECRET_DIGEST: 's' }).ORIGIN_SECRET_DIGEST).toBe('s');
  expect(readConfig({ ...environment, STAGE: 'local' }).ORIGIN_SECRET_DIGEST).toBeUndefined();
});
