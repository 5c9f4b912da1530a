import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const scriptsIn = (folder: string): string[] =>
  readdirSync(path.join(root, 'tests', folder))
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => file.replace('.ts', ''));

describe.each(['proof', 'bench'])('the commands of npm run %s in the README', (folder) => {
  const named = [...readme.matchAll(new RegExp(`npm run ${folder} -- ([\\w-]+)`, 'g'))].map(
    ([, name]) => name ?? '',
  );

  it.each(named)('run a script: %s', (name) => {
    expect(scriptsIn(folder).some((script) => script.includes(name))).toBe(true);
  });
});

describe('the planted defects in the README', () => {
  const listed = /`--plant` plants a defect[^]*?\n\n/.exec(readme)?.[0] ?? '';
  const planted = [...listed.matchAll(/((?:`\w+`(?: or\s+)?)+) \(([\w-]+)\)/g)];

  it.each(
    planted.map(([, defects = '', script = '']) => [script, defects.match(/\w+(?=`)/g) ?? []] as const),
  )('are known to the proof: %s', (script, defects) => {
    const folder = path.join(root, 'tests/proof', script);
    const files = [`${folder}.ts`, ...(script === 'permissions' ? [`${folder}/judge.ts`] : [])];
    const source = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    expect(defects.length).toBeGreaterThan(0);
    for (const defect of defects) expect(source).toContain(`=== '${defect}'`);
  });

  it('cover every proof', () => {
    expect(new Set(planted.map(([, , script]) => script))).toEqual(new Set(scriptsIn('proof')));
  });
});
