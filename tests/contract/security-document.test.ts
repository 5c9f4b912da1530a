import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('SECURITY.md', 'utf8');

/** “title”, “title” (`file`), as the table names its evidence. */
const evidence = [...document.matchAll(/((?:“[^”]+”[^“”(`|]*)+)\(`([^`]+)`\)/g)].flatMap(
  ([, titles = '', file = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ title, file })),
);

describe('the security document', () => {
  it.each(evidence)('names an existing test: $title', ({ title, file }) => {
    const source = readFileSync(`tests/${file}`, 'utf8').replaceAll('${row.allow}', '%s');
    expect(source).toContain(title);
  });

  it('names more than 30 tests', () => {
    expect(evidence.length).toBeGreaterThan(30);
  });
});
