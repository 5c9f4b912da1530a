import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('docs/xero-certification.md', 'utf8');

/** “title” “title” (`file`), as the document quotes tests. */
const quoted = [...document.matchAll(/((?:“[^”]+”\s*)+)\(`([^`]+)`\)/g)].flatMap(
  ([, titles = '', file = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ title, file })),
);

describe('The certification document', () => {
  it.each(quoted)('quotes a test that exists: $title', ({ title, file }) => {
    expect(readFileSync(`tests/${file}`, 'utf8')).toContain(title);
  });

  it('quotes tests', () => {
    expect(quoted.length).toBeGreaterThan(15);
  });
});
