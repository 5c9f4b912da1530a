import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIGURES, statedFigures } from '../support/figures.ts';

const DOCUMENTS = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md'];
const UNITS = 'µs|ms|MB|KB|read units|write units|×|% of|points';
/** Worked out from limits of AWS in ARCHITECTURE.md, not measured; and a parameter of argon2id. */
const NOT_MEASURED = ['32,000 read units', '40 MB'];

const read = (file: string): string => readFileSync(file, 'utf8');
const scriptsOf = (folder: string): string[] =>
  readdirSync(`tests/${folder}`)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''));

describe('the figures that the documents state', () => {
  it('stand in ARCHITECTURE.md with their limits and commands', () => {
    for (const line of statedFigures().slice(2))
      expect(squeezed(read('ARCHITECTURE.md'))).toContain(squeezed(line));
  });

  it.each(Object.entries(FIGURES))('are measured by the command that is named: %s', (name, { command }) => {
    const [folder, script] = command.split(' -- ');
    expect(read(`tests/${folder}/${script}.ts`)).toContain(`'${name}'`);
  });

  it.each(DOCUMENTS)('are among the measured ones wherever they stand in %s', (file) => {
    const known = Object.values(FIGURES).map((figure) => {
      const limit = 'atMost' in figure ? figure.atMost : figure.atLeast;
      return `${limit.toLocaleString('en-AU')}${figure.unit}`;
    });
    const [today = ''] = read(file).split('\n## Decisions\n');
    const stated = today.match(new RegExp(`[\\d.,]*\\d (?:${UNITS})(?![a-z])`, 'gu')) ?? [];
    const unknown = stated.filter((figure) => ![...known, ...NOT_MEASURED].includes(figure));
    expect(unknown).toEqual([]);
  });
});

describe('the README', () => {
  it.each([
    ['bench', scriptsOf('bench')],
    ['proof', scriptsOf('proof')],
  ])('lists every script of npm run %s', (folder, scripts) => {
    const listed = [...read('README.md').matchAll(new RegExp(`npm run ${folder} -- ([a-z0-9-]+)`, 'g'))];
    const names = listed.map(([, name]) => name ?? '');
    expect(scripts.filter((script) => !names.some((name) => script.includes(name)))).toEqual([]);
    expect(names.filter((name) => !scripts.some((script) => script.includes(name)))).toEqual([]);
  });
});

/** Prettier aligns the columns of tables. */
function squeezed(text: string): string {
  return text.replaceAll(/ +/g, ' ');
}
