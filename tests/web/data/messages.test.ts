import { expect, test } from 'vitest';
import { badgeOf, type Message } from '../../../web/data/messages.ts';

const message = (changes: Partial<Message> = {}): Message => ({
  id: 'm',
  subject: 'Payments due',
  message: 'Two payments are due this week.',
  created: '2025-01-15T00:00:00Z',
  acknowledged: false,
  actionRequired: false,
  code: null,
  link: null,
  ...changes,
});

const unread = (count: number): Message[] => Array.from({ length: count }, () => message());

test('the bell counts unread messages up to 9+', () => {
  expect(badgeOf([])).toBe('');
  expect(badgeOf([message({ acknowledged: true })])).toBe('');
  expect(badgeOf(unread(9))).toBe('9');
  expect(badgeOf(unread(10))).toBe('9+');
});

test('the bell shows ! while any message needs action, read or not', () => {
  expect(badgeOf([...unread(12), message({ actionRequired: true, acknowledged: true })])).toBe('!');
});
