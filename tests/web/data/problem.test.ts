import { describe, expect, test } from 'vitest';
import {
  ApiError,
  fieldMessages,
  messageOf,
  SOMETHING_WENT_WRONG,
  Unreachable,
  UNREACHABLE,
} from '../../../web/data/problem.ts';

const fallback = 'Something went wrong creating the entity. Please try again later.';

describe('messageOf', () => {
  test.each(['Xero-Api', 'Bad Request'])('returns the fallback for a problem titled %s', (title) => {
    expect(messageOf(new ApiError(400, { title, detail: 'A validation exception occurred' }), fallback)).toBe(
      fallback,
    );
  });

  test('returns the first message of the last field of a validation', () => {
    const errors = { name: ['Too short.'], loanAmount: ['Too large.', 'Too odd.'] };
    expect(messageOf(new ApiError(400, { title: 'Error-Validation', detail: 'Too short.', errors }))).toBe(
      'Too large.',
    );
  });

  test('returns the detail of a validation that names no field', () => {
    expect(messageOf(new ApiError(400, { title: 'Error-Validation', detail: 'Not valid.' }))).toBe(
      'Not valid.',
    );
  });

  test('returns the detail, else the title, else the fallback of any other problem', () => {
    expect(messageOf(new ApiError(409, { title: 'Conflict', detail: 'The name is taken.' }), fallback)).toBe(
      'The name is taken.',
    );
    expect(messageOf(new ApiError(409, { title: 'Conflict' }), fallback)).toBe('Conflict');
    expect(messageOf(new ApiError(409, {}), fallback)).toBe(fallback);
  });

  test('names the external service that failed', () => {
    const xero = { title: 'Xero', detail: 'Xero is disconnected. Please link to Xero again.' };
    expect(messageOf(new ApiError(409, xero), fallback)).toBe(xero.detail);
    expect(messageOf(new ApiError(503, {}), fallback)).toBe(fallback);
  });

  test('hides the details of an internal error', () => {
    expect(messageOf(new ApiError(500, { title: 'Internal error', detail: 'Boom' }), fallback)).toBe(
      fallback,
    );
    expect(messageOf(new TypeError('x is undefined'))).toBe(SOMETHING_WENT_WRONG);
  });

  test('reports a service that can’t be reached', () => {
    expect(messageOf(new Unreachable('No answer'), fallback)).toBe(UNREACHABLE);
  });
});

test('fieldMessages returns the messages of a validation by field', () => {
  const errors = { name: ['Too short.', 'Too odd.'], loanAmount: ['Too large.'] };
  expect(fieldMessages(new ApiError(400, { errors }))).toEqual({
    name: 'Too short.',
    loanAmount: 'Too large.',
  });
  expect(fieldMessages(new Error('other'))).toEqual({});
});
