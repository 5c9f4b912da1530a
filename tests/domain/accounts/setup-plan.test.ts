import { expect, it } from 'vitest';
import { planAccounts, type PlannedLoan } from '../../../domain/accounts/setup-plan.ts';

const loan = (scheduleId: string, more: Partial<PlannedLoan> = {}): PlannedLoan => ({
  scheduleId,
  name: `Truck ${scheduleId}`,
  accounts: {},
  mode: 'each',
  planned: null,
  ...more,
});

it('gives each loan a set of four with a number of its own', () => {
  const plan = planAccounts('Orchards', [loan('a'), loan('b')], [{ code: '875.007', name: 'Old' }]);
  expect(plan.get('a')?.map(({ code }) => code)).toEqual(['874.008', '875.008', '924.008', '925.008']);
  expect(plan.get('b')?.map(({ code }) => code)).toEqual(['874.009', '875.009', '924.009', '925.009']);
  expect(plan.get('b')?.[0]?.name).toBe('Truck b - Payments remaining');
});

it('gives all loans one set, named after the entity', () => {
  const plan = planAccounts('Orchards', [loan('a', { mode: 'shared' }), loan('b', { mode: 'shared' })], []);
  expect(plan.get('a')).toEqual(plan.get('b'));
  expect(plan.get('a')?.[0]).toMatchObject({ code: '874.001', name: 'Orchards - Payments remaining' });
});

it('gives a loan one net account for all four settings', () => {
  const [only, ...more] = planAccounts('Orchards', [loan('a', { mode: 'net' })], []).get('a') ?? [];
  expect(more).toEqual([]);
  expect(only).toMatchObject({ code: '924.001', name: 'Truck a - Loan', type: 'TERMLIAB' });
  expect(only?.fields).toHaveLength(4);
});

it('plans only what is missing', () => {
  const accounts = { hirePurchaseCurrentId: 'x', unexpiredChargesCurrentId: 'y' };
  const plan = planAccounts('Orchards', [loan('a', { accounts })], []);
  expect(plan.get('a')?.flatMap(({ fields }) => fields)).toEqual([
    'hirePurchaseNonCurrentId',
    'unexpiredChargesNonCurrentId',
  ]);
});

it('keeps to what an earlier set-up planned, and leaves its codes alone', () => {
  const planned = planAccounts('Orchards', [loan('a')], []).get('a') ?? [];
  const plan = planAccounts('Orchards', [loan('b'), loan('a', { planned })], []);
  expect(plan.get('a')).toEqual(planned);
  expect(plan.get('b')?.[0]?.code).toBe('874.002');
});

it('numbers names that are taken, however long', () => {
  const name = 'T'.repeat(255);
  const first = planAccounts('Orchards', [loan('a', { mode: 'net', name })], []).get('a') ?? [];
  const [second] = planAccounts('Orchards', [loan('b', { mode: 'net', name })], first).get('b') ?? [];
  expect(second?.name).not.toBe(first[0]?.name);
  expect(second?.name.length).toBeLessThanOrEqual(150);
});
