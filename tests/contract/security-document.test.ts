import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('SECURITY.md', 'utf8');

/** “title”, “title” (`file`), as the table names its evidence. */
const evidence = [...document.matchAll(/((?:“[^”]+”[^“”(`|]*)+)\(`([^`]+)`\)/g)].flatMap(
  ([, titles = '', file = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ title, file })),
);

/** The quoted texts of a source that begin a line or an argument, as titles do. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:^|\()\s*(?:'((?:[^'\\\n]|\\.)+)'|`([^`]+)`|"([^"\n]+)"),/gm)].map(
    ([, single, template, double]) => single ?? template ?? double ?? '',
  );

describe('the security document', () => {
  it.each(evidence)('names an existing test: $title', ({ title, file }) => {
    const source = readFileSync(`tests/${file}`, 'utf8').replaceAll('${row.allow}', '%s');
    expect(titlesIn(source)).toContain(title);
  });

  it('names more than 30 tests', () => {
    expect(evidence.length).toBeGreaterThan(30);
  });
});
