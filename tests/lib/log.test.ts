import { describe, expect, it } from 'vitest';
import { createLog } from '../../functions/lib/log.ts';
import { createTestApp, START } from '../support/app.ts';

describe('a log line', () => {
  it('has the timestamp and the level that Lambda reads', () => {
    const lines: string[] = [];
    const log = createLog((line) => void lines.push(line), { now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 6) });
    log.info('request', { route: 'GET /v1/users' });
    log.error('request failed');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { timestamp: '2026-01-02T03:04:05.006Z', level: 'INFO', message: 'request', route: 'GET /v1/users' },
      { timestamp: '2026-01-02T03:04:05.006Z', level: 'ERROR', message: 'request failed' },
    ]);
  });
});

describe('the metric of a request', () => {
  it('is embedded in the form that CloudWatch reads, over fields of the same line', async () => {
    const app = await createTestApp({ metricNamespace: 'Paydown/prod' });
    await app.call('GET /v1/users', {});
    const line = app.logged.findLast(({ message }) => message === 'request');
    expect(line).toMatchObject({
      handler: 'users/get-user',
      feature: 'users',
      waits: 'nothing',
      milliseconds: expect.any(Number) as number,
      _aws: {
        Timestamp: START,
        CloudWatchMetrics: [
          {
            Namespace: 'Paydown/prod',
            Dimensions: [['feature'], ['waits']],
            Metrics: [{ Name: 'milliseconds', Unit: 'Milliseconds' }],
          },
        ],
      },
    });
  });

  it('tells routes that wait for Xero, and names CloudFront’s request', async () => {
    const app = await createTestApp({ metricNamespace: 'Paydown/prod' });
    await app.send('GET /v1/entities/{entityId}/accounts', {
      params: { entityId: '7d0c1f5e-2f0a-4c55-9f4f-6a1f0a6f3b11' },
      headers: { 'x-amz-cf-id': 'edge-1' },
    });
    const line = app.logged.findLast(({ message }) => message === 'request');
    expect(line).toMatchObject({ waits: 'xero', edgeRequestId: 'edge-1' });
  });

  it('is absent where no CloudWatch reads the log', async () => {
    const app = await createTestApp();
    await app.call('GET /v1/users', {});
    expect(app.logged.at(-1)).not.toHaveProperty('_aws');
  });
});
