import { expect, test } from 'vitest';
import { passwordProblems } from '../../domain/password.ts';
import { cutText, isEmail, isText, nameSome, saySome } from '../../domain/text.ts';

test.each(['Hilux', 'A', '🚜', 'Ä–名 & Söhne (Pty) Ltd', '👩‍🌾', 'क्‍ष', 'x'.repeat(255)])(
  '%s is a name',
  (text) => {
    expect(isText(text)).toBe(true);
  },
);

test.each([
  '',
  ' ',
  ' led by a space',
  'x'.repeat(256),
  'two\nlines',
  'nul\u0000',
  'del\u007F',
  'half an emoji \uD83D',
  'zero\u200bwidth',
  'turned\u202earound',
  'joined to nothing\u200d',
])('%j is not a name', (text) => {
  expect(isText(text)).toBe(false);
});

test.each([
  'a@example.com',
  'first.last+tag@mail.example.com.au',
  "o'neil@example.io",
  'x@1-2.example.org',
  'j@münchen.example',
])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  '',
  'a',
  'a@b',
  '@example.com',
  'a@example.',
  'a@.com',
  'a b@example.com',
  'a@@example.com',
  'a@exa mple.com',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a@-x.com',
  `${'a'.repeat(65)}@example.com`,
  'a@example.com\n',
  'a@b@example.com',
  '<a@example.com>',
])('%j is not an address', (text) => {
  expect(isEmail(text)).toBe(false);
});

test.each(['Passw0rd!', 'aB3$5678', `aB3$${'x'.repeat(124)}`, 'Grüße 2025!', 'Schlüssel_1'])(
  'the password %s is accepted',
  (password) => {
    expect(passwordProblems(password)).toEqual([]);
  },
);

test.each([
  ['aB3$567', ['Password must be longer than 7 characters.']],
  [`aB3$${'x'.repeat(125)}`, ['Password must be at most 128 characters.']],
  ['PASSW0RD!', ['Password must contain a lowercase letter.']],
  ['passw0rd!', ['Password must contain an uppercase letter.']],
  ['Password!', ['Password must contain a number.']],
  ['Passw0rd 1', ['Password must contain a special character.']],
])('the password %s is refused with a reason', (password, problems) => {
  expect(passwordProblems(password)).toEqual(problems);
});

test('an empty password breaks every rule but one', () => {
  expect(passwordProblems('')).toHaveLength(5);
});

test.each([
  ['Hilux', 5, 'Hilux'],
  ['Hilux 2', 6, 'Hilux'],
  ['ab🚜', 3, 'ab'],
  ['ab🚜', 4, 'ab🚜'],
  ['👩‍🌾', 4, '👩'],
])('cuts %j to %i characters without half a character', (text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('names three, and says how many more there are', () => {
  expect(nameSome(['A', 'B', 'C'])).toBe('A, B, C');
  expect(nameSome(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
  expect(saySome(['A.', 'B.', 'C.', 'D.'])).toBe('A. B. C. And 1 more.');
});
