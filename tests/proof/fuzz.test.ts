import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../functions/docs/openapi-document.ts';
import { routes } from '../../functions/api/routes.ts';
import { problemOf } from './fuzz/check-answer.ts';
import type { Answer } from '../support/app.ts';

const document = openApiDocument(routes);
const operation = document.paths['/v1/tenants/current']?.['get'];
const json = { 'content-type': 'application/json; charset=utf-8' };
const refused = { title: 'Error-Validation', status: 400, detail: 'No.', requestId: '1' };

type Shown = Partial<Pick<Answer, 'status' | 'headers'>> & { readonly body?: unknown };

const found = (answer: Shown): string | null => {
  if (!operation) throw new Error('The document lacks the operation.');
  return problemOf({ status: 200, headers: json, body: {}, ...answer } as Answer, operation, document);
};

describe('the check of a fuzzed answer', () => {
  it('accepts a problem that the document names', () => {
    const headers = { 'content-type': 'application/problem+json' };
    expect(found({ status: 401, headers, body: { ...refused, status: 401 } })).toBeNull();
  });

  it.each<[string, Shown, RegExp]>([
    ['a failure', { status: 500, body: { title: 'Internal error' } }, /answers 500/],
    ['an undeclared field', { body: { passwordHash: 'hash' } }, /undeclared field \.passwordHash/],
    ['a long refusal', { status: 401, body: { ...refused, detail: 'x'.repeat(40_000) } }, /bytes/],
    [
      'a stack trace',
      { status: 401, body: { ...refused, detail: 'at run (file:///app/index.mjs:1:2)' } },
      /stack trace/,
    ],
    ['a status that the document lacks', { status: 418, body: {} }, /does not name/],
  ])('finds %s', (_name, answer, problem) => {
    expect(found(answer)).toMatch(problem);
  });
});
