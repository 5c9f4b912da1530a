import { expect, it } from 'vitest';
import { adoptTexts, documentName } from '../../../web/xero/unknown-texts.ts';

const SCHEDULE = 'PD-5b2305e4-6ce2-4097-a43f-64a99e2683df';
const payment = { kind: 'payment', id: 'p', number: 5 } as const;

it.each([
  [`${SCHEDULE}-5`, 'Payment 5'],
  [`${SCHEDULE}-5.2/3g1`, 'Payment 5, part 2, posted again'],
  [`${SCHEDULE}-5R`, 'Reversal of payment 5'],
  [`${SCHEDULE}-5CJ`, 'Journal that corrects payment 5'],
  [`${SCHEDULE}-E2`, 'Change 2'],
  [`${SCHEDULE}-J2R`, 'Reversal of entry 2'],
  [`${SCHEDULE}-J2/2`, 'Entry 2, posted again'],
  [`${SCHEDULE}-OB1`, 'Opening balances'],
  [`${SCHEDULE}-AJ20260630.1R`, 'Reversal of an adjusting journal'],
])('names the document of %s', (token, name) => {
  expect(documentName({ token, candidateFor: payment })).toBe(name);
});

it('asks about a document without a reference, and says what an answer means', () => {
  expect(documentName({ token: null, candidateFor: payment })).toBe('Is it payment 5?');
  expect(adoptTexts({ token: null, candidateFor: payment })).toEqual({
    title: 'Is it payment 5?',
    subtitle: 'It stays in Xero, and payment 5 counts as synced.',
    submit: 'It is',
  });
  expect(adoptTexts({ token: `${SCHEDULE}-5R` }).subtitle).toBe('It stays in Xero as it is, with your note.');
});
