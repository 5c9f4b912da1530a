import { describe, expect, it } from 'vitest';
import { createLog } from '../../functions/lib/log.ts';

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
