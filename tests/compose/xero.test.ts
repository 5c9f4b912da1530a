import { expect, it } from 'vitest';
import { reportUnreadable } from '../../functions/compose/xero.ts';
import { createLog } from '../../functions/lib/log.ts';
import { readMetric } from '../../functions/lib/request-metric.ts';
import { randomUUID } from 'node:crypto';

const unreadable = (id: string, reference: string) => ({
  id,
  json: JSON.stringify({ Reference: reference }),
  why: 'It has no date.',
  text: '',
  xeroType: 'SPEND',
  date: null,
  bankAccountId: null,
  total: null,
  deleted: false,
});

it('logs a warning for a list and run, and an error for documents of ours', () => {
  const lines: Record<string, unknown>[] = [];
  const log = createLog((line) => void lines.push(JSON.parse(line) as Record<string, unknown>), {
    now: () => 0,
  });
  const told = new Set<string>();
  const isNews = (subject: string): boolean => told.size < told.add(subject).size;
  const report = reportUnreadable(log);
  report('getBankTransactions', [unreadable('a', ''), unreadable('b', 'Rent')], isNews);
  report('getBankTransactions', [unreadable('c', `PD-${randomUUID()}-5`), unreadable('d', '')], isNews);
  report('getPayments', [unreadable('e', '')], isNews);
  expect(
    lines.map(({ level, message, operation, documentId, why }) => [
      level,
      message,
      operation,
      documentId,
      why,
    ]),
  ).toEqual([
    ['WARN', 'document not readable', 'getBankTransactions', 'a', 'It has no date.'],
    ['ERROR', 'document not readable', 'getBankTransactions', 'c', 'It has no date.'],
    ['WARN', 'document not readable', 'getPayments', 'e', 'It has no date.'],
  ]);
});

it('counts the bytes read from Xero in a metric of the stage', () => {
  expect(readMetric('Paydown/staging', 512, 7)).toEqual({
    xeroBytes: 512,
    _aws: {
      Timestamp: 7,
      CloudWatchMetrics: [
        { Namespace: 'Paydown/staging', Dimensions: [[]], Metrics: [{ Name: 'xeroBytes', Unit: 'Bytes' }] },
      ],
    },
  });
});
