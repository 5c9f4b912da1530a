/**
 * Runs the import rules of `layers.ts`, and proves that they were run: the tree's modules were really read, each stands
 * in a layer, and each rule refuses a seeded violation. A parser that reads nothing would otherwise pass everything.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  cruise,
  type ICruiseOptions,
  type ICruiseResult,
  type IRegularForbiddenRuleType,
} from 'dependency-cruiser';
import { importRules, LAYERS } from './layers.ts';

const FOLDERS = ['domain', 'functions', 'infra', 'scripts', 'web'];
const ROOT = join(import.meta.dirname, '../..');
const OPTIONS: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'] },
  moduleSystems: ['es6', 'cjs'],
};
const NO_CIRCLES = {
  name: 'no circles',
  severity: 'error',
  from: {},
  to: { circular: true },
} satisfies IRegularForbiddenRuleType;

const FORBIDDEN = [
  ...importRules.map(({ violation: _seeded, ...rule }) => ({ ...rule, severity: 'error' as const })),
  NO_CIRCLES,
];

async function cruised(baseDir: string): Promise<ICruiseResult> {
  const ruleSet = { forbidden: FORBIDDEN };
  const { output } = await cruise(FOLDERS, { ...OPTIONS, ruleSet, validate: true, baseDir });
  return output as ICruiseResult;
}

/** Seeds a violation of each rule, in files named by the rule's place, and returns the rules that refuse theirs. */
async function refusedViolations(): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    write('tsconfig.json', '{}');
    for (const [index, { violation }] of importRules.entries()) {
      const [from, to] = violation;
      const isFolder = FOLDERS.includes(to.split('/')[0] ?? '') || to === 'tests';
      const imported = isFolder ? `${'../'.repeat(from.split('/').length)}${to}/b${index}.ts` : to;
      write(`${from}/a${index}.ts`, `import * as b from '${imported}'; b;`);
      if (isFolder) write(`${to}/b${index}.ts`, 'export const b = 1;');
    }
    write('domain/c.ts', `import { d } from './d.ts'; export const c = () => d;`);
    write('domain/d.ts', `import { c } from './c.ts'; export const d = () => c;`);
    const { summary } = await cruised(folder);
    const isSeeded = ({ rule, from }: { rule: { name: string }; from: string }): boolean =>
      rule.name === NO_CIRCLES.name ||
      from.endsWith(`/a${importRules.findIndex(({ name }) => name === rule.name)}.ts`);
    return new Set(summary.violations.filter(isSeeded).map(({ rule }) => rule.name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const { modules, summary } = await cruised(ROOT);
const failures = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);

const layers = importRules
  .filter(({ name }) => name.startsWith('layers: '))
  .map(({ from }) => RegExp(String(from.path)));
const read = modules.filter(({ source, dependencies }) => /\.tsx?$/.test(source) && dependencies.length > 0);
for (const { source } of read) {
  const isLayered = Object.keys(LAYERS).some((top) => source.startsWith(`${top}/`));
  if (isLayered && !layers.some((layer) => layer.test(source)))
    failures.push(`${source} stands in no layer.`);
}
if (read.length < 500) failures.push(`Only ${read.length} modules with imports were read.`);

const refused = await refusedViolations();
for (const { name } of FORBIDDEN) {
  if (!refused.has(name)) failures.push(`${name}: the seeded violation was not refused.`);
}

for (const failure of failures) console.error(failure);
console.log(`${read.length} modules, ${FORBIDDEN.length} rules, ${failures.length} failures`);
process.exit(failures.length > 0 ? 1 : 0);
