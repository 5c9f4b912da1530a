import { expect, it } from 'vitest';
import { rowsOf, usesOf } from '../../../functions/api/route.ts';
import { routes } from '../../../functions/api/routes.ts';
import { factsOf, sentenceOf, sentenceText, shownFactsOf } from '../../../web/tenants/audit-sentences.ts';
import type { AuditEntry } from '../../../web/tenants/audit.ts';
import { exampleOf } from '../../contract/examples.ts';
import { A_DAY, createWorld } from '../../contract/world.ts';

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: '1',
  at: '2026-06-30T00:00:00.000Z',
  userId: 'u',
  name: 'Ada Byron',
  action: 'schedule/update',
  entityId: 'e',
  scheduleId: 's',
  entityName: 'Farm',
  scheduleName: 'Truck',
  subject: 's',
  detail: {},
  source: null,
  requestId: null,
  ...given,
});

it('has a sentence for each action that a route stores', async () => {
  const world = await createWorld();
  const actions = new Set<string>();
  for (const [key, row] of rowsOf(routes)) {
    if (!usesOf(row).has('table:write')) continue;
    await world.rewind();
    const { app, here, people } = world;
    const example = exampleOf(key, world, people.Owner);
    const params = { ...A_DAY, ...here, ...example.params };
    await app.send(key, { as: people.Owner.token, ...example, params });
    for (const { pk, action } of world.items()) if (pk.includes('#A#')) actions.add(String(action));
  }
  expect(actions.size).toBeGreaterThan(40);
  const unnamed = [...actions].filter((action) =>
    sentenceText(entry({ action })).startsWith(`${action.split('/')[0]}:`),
  );
  expect(unnamed).toEqual([]);
});

it('links what still exists, and names what does not', () => {
  const synced = { action: 'schedule/sync-payments', detail: { payments: '1–23' } };
  expect(sentenceText(entry(synced))).toBe('Posted payments 1–23 of Truck (Farm)');
  expect(sentenceOf(entry(synced)).at(-1)?.href).toBe('/entity/e/s');
  const gone = entry({ action: 'schedule/delete', scheduleName: null, detail: { name: 'Old truck' } });
  expect(sentenceOf(gone).map(({ href }) => href)).toEqual([undefined, undefined]);
  expect(sentenceText(gone)).toBe('Deleted Old truck');
});

it('writes changed amounts and dates as people do', () => {
  const recorded = { change: 2, kind: 'extra-repayment', amount: '5000.00' };
  expect(sentenceText(entry({ action: 'schedule/record-event', detail: recorded }))).toBe(
    'Recorded an extra repayment of $5,000.00 on Truck (Farm)',
  );
  const detail = {
    loanAmount: '1000.00 → 1020.50',
    startDate: '2025-01-15 → 2025-02-15',
    kind: 'loan → hire-purchase',
  };
  expect(factsOf(entry({ detail }))).toEqual([
    'Loan amount 1,000.00 → 1,020.50',
    'Start date 15th Jan 2025 → 15th Feb 2025',
    'Kind loan → hire purchase',
  ]);
});

it('says that a loan was set up in one sentence, and which accounts a later choice replaced', () => {
  const [before, after] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'];
  const detail = { bankAccountId: `– → ${before}`, administrationFeeId: `– → ${after}` };
  const setUp = entry({ action: 'schedule/set-up', detail });
  expect([sentenceText(setUp), shownFactsOf(setUp)]).toEqual(['Set up Truck (Farm) in Xero', []]);
  const changed = { bankAccountId: `${before} → ${after}` };
  expect(shownFactsOf(entry({ action: 'schedule/set-accounts', detail: changed }))).toEqual([
    'Bank account: changed',
  ]);
});

it('does not repeat the name of a schedule in its own history', () => {
  const own = (action: string, detail: AuditEntry['detail'] = {}): string =>
    sentenceOf(entry({ action, detail }), { isOwn: true })
      .map(({ text }) => text)
      .join('');
  const recorded = { kind: 'extra-repayment', amount: '5000.00' };
  expect(own('schedule/record-event', recorded)).toBe('Recorded an extra repayment of $5,000.00');
  expect(own('schedule/sync-payments', { payments: '1–23' })).toBe('Posted payments 1–23');
  expect(own('schedule/connect')).toBe('Connected to Xero');
  expect(own('schedule/set-up')).toBe('Set up in Xero');
  expect(own('attachment/add')).toBe('Attached a file');
});
