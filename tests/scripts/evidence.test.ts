/** Documents quote tests as evidence: the tables are generated and current. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentsWithEvidence, taggedTests, withEvidence } from '../support/evidence.ts';

describe('the tables of evidence', () => {
  it.each(documentsWithEvidence('.'))('are as `npm run evidence` writes them: $file', ({ file, content }) => {
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('hold the titles of tests beside the points that these name', () => {
    const source = `
      // Evidence for Standard 1.2, Standard 3
      it.each([1])('counts %d', () => {});
      it('is left out', () => {});
      // Evidence for Standard 3
      it(\`rejects \${what} twice\`, () => {});`;
    const table = [
      '| Standard | how | tests |',
      '| --- | --- | --- |',
      '| 1.1, 1.2 | so |  |',
      '| 4 | else | old |',
    ];
    const { content, points } = withEvidence(table.join('\n'), taggedTests('a.test.ts', source));
    expect(points).toEqual(['Standard 1.1', 'Standard 1.2', 'Standard 4']);
    expect(content.split('\n').slice(2)).toEqual([
      '| 1.1, 1.2 | so | “counts …” ([a.test.ts](../tests/a.test.ts)) |',
      '| 4 | else | none |',
    ]);
    expect(taggedTests('a.test.ts', source).map(({ title }) => title)).toEqual([
      'counts …',
      'rejects … twice',
    ]);
  });
});
