import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import {
  checkSentEntries,
  type EntryState,
  progressOf,
  type SentEntry,
  stateOf,
} from '../../../domain/registers/entries.ts';
import { REGISTER_KINDS, registerKindOf } from '../../../domain/registers/kinds.ts';
import { checkRegister, type Entry } from '../../../domain/registers/register-kind.ts';
import { fieldsOf } from '../../support/refusals.ts';

const day = calendarDate;

const entry = (number: number, date: string, amount: number): Entry => ({
  number,
  date: day(date),
  text: `period ${number}`,
  lines: [
    { role: 'recognised', amount: cents(amount) },
    { role: 'deferred', amount: cents(0 - amount) },
  ],
});

const ENTRY = entry(1, '2026-07-31', 100);
const SENT: SentEntry = { ...ENTRY, state: 'posted' };

test('names the kinds as they are stored', () => {
  for (const [name, kind] of Object.entries(REGISTER_KINDS)) expect(kind.name).toBe(name);
  expect(registerKindOf('spread').alteredEntry).toBe('refuse');
  expect(registerKindOf('division-7a').alteredEntry).toBe('mark');
});

test.each([
  ['empty', entry(1, '2026-07-31', 0), null, undefined],
  ['empty', entry(1, '2026-07-31', 0), '2026-08-01', undefined],
  ['before', ENTRY, '2026-08-01', undefined],
  ['open', ENTRY, '2026-07-31', undefined],
  ['open', ENTRY, null, undefined],
  ['posting', ENTRY, null, 'posting'],
  ['posted', entry(1, '2026-07-31', 0), '2026-08-01', 'posted'],
] satisfies [EntryState, Entry, string | null, SentEntry['state'] | undefined][])(
  'calls an entry %s',
  (state, planned, postFrom, sent) => {
    expect(stateOf(planned, postFrom === null ? null : day(postFrom), sent && { state: sent })).toBe(state);
  },
);

test('refuses facts that alter a sent entry, and changes unless the kind marks it', () => {
  const { spread, 'division-7a': loan } = REGISTER_KINDS;
  const check =
    (kind: typeof spread | typeof loan, entries: readonly Entry[], cause: 'facts' | 'change') => () =>
      checkSentEntries('Insurance', kind, [SENT], { before: [ENTRY], after: entries }, cause);
  const other = [entry(1, '2026-07-31', 101)];
  const moved = [entry(1, '2026-07-30', 100)];
  const sentence =
    'Insurance, entry 1 of 31 July 2026, is in Xero or being posted. Reverse it first, or choose a later date.';
  for (const altered of [other, moved]) {
    expect(check(spread, altered, 'facts')).toThrow(sentence);
    expect(check(spread, altered, 'change')).toThrow(sentence);
    expect(check(loan, altered, 'facts')).toThrow(sentence);
    expect(check(loan, altered, 'change')).not.toThrow();
  }
  expect(check(loan, [], 'change')).toThrow(sentence);
  const stays = { before: other, after: other };
  expect(() => checkSentEntries('Insurance', loan, [SENT], stays, 'facts')).not.toThrow();
  expect(check(spread, [{ ...ENTRY, text: 'another text' }], 'facts')).not.toThrow();
});

test('counts what is posted and what is to post', () => {
  const states = ['posted', 'empty', 'open', 'open'] as const;
  const entries = states.map((state, index) => ({ ...entry(index + 1, `2026-0${index + 1}-28`, 1), state }));
  expect(progressOf(entries, day('2026-03-28'))).toEqual({
    hasEnded: false,
    next: entries[2],
    posted: 1,
    toPost: 1,
  });
  expect(progressOf(entries.slice(0, 2), day('2026-03-28'))).toMatchObject({ hasEnded: true, next: null });
  expect(progressOf([{ ...ENTRY, state: 'posting' }], day('2026-03-28')).hasEnded).toBe(false);
});

test('takes at most 1,000 changes', () => {
  const from = day('2026-07-01');
  const facts = {
    direction: 'expense',
    purpose: 'prepayment',
    amount: cents(100),
    from,
    to: from,
    frequency: 'monthly',
    scheduleId: null,
    deductibleShare: null,
    supplier: '',
    reference: '',
  } as const;
  const changes = Array.from({ length: 1001 }, (_each, index) => {
    return { number: index + 1, kind: 'amount', from, total: cents(100) } as const;
  });
  const check = (count: number) => () =>
    checkRegister(REGISTER_KINDS.spread, facts, changes.slice(0, count), undefined);
  expect(check(1000)).not.toThrow();
  expect(fieldsOf(check(1001))).toEqual(['changes']);
});
