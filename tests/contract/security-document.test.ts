import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const document = readFileSync('SECURITY.md', 'utf8');

/** “title”, “title” (`file`), as the document names its evidence. */
const EVIDENCE = /((?:“[^”]+”[^“”(`|]*)+)\(`([^`]+)`\)/g;

const evidence = [...document.matchAll(EVIDENCE)].flatMap(([, titles = '', file = '']) =>
  [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ title, file })),
);

/** The quoted texts of a source that begin a line or an argument, as titles do. */
const titlesIn = (source: string): string[] =>
  [...source.matchAll(/(?:^|\()\s*(?:'((?:[^'\\\n]|\\.)+)'|`([^`]+)`|"([^"\n]+)"),/gm)].map(
    ([, single, template, double]) => single ?? template ?? double ?? '',
  );

/** Functions and libraries whose use is cryptography, beside the ids of `randomUUID`. */
const CRYPTOGRAPHY =
  /(?<!import \{ randomUUID \} )from '(?:node:crypto|jose|otplib\/\w+|@simplewebauthn\/server|@aws-sdk\/client-kms)'/;

describe('the security document', () => {
  it.each(evidence)('names an existing test: $title', ({ title, file }) => {
    const source = readFileSync(`tests/${file}`, 'utf8').replaceAll('${row.allow}', '%s');
    expect(titlesIn(source)).toContain(title);
  });

  it('names the titles of every test file that it mentions', () => {
    const mentioned = document.match(/`[^`]+\.(?:test|spec)\.ts`/g) ?? [];
    const named = [...document.matchAll(EVIDENCE)].map(([, , file]) => `\`${file}\``);
    expect(mentioned.length).toBeGreaterThan(30);
    expect(mentioned).toEqual(named);
  });

  it('names a test in each row of the standard, or why there is none', () => {
    const rows = document.split('\n').filter((line) => /^\| \d+(?:\.\d+)*[ ,–]/.test(line));
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter((row) => !/“[^”]+”|no test, since|\*\*Not met\*\*/.test(row))).toEqual([]);
  });

  it('lists each file that uses cryptography', () => {
    const [, inventory = ''] = /## Algorithms([^]*?)\n## /.exec(document) ?? [];
    const rows = inventory.split('\n').filter((line) => line.startsWith('|'));
    const listed = rows.flatMap((row) =>
      [...row.matchAll(/`([^`]+\.ts)`/g)].map(([, file]) => `functions/${file}`),
    );
    const using = globSync('functions/**/*.ts').filter((file) =>
      CRYPTOGRAPHY.test(readFileSync(file, 'utf8')),
    );
    expect(using.length).toBeGreaterThan(5);
    expect(listed.toSorted()).toEqual(using.toSorted());
  });
});
