import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const PRIMER = 'node_modules/@primer';
const DECLARATION = /^\s*(--[\w-]+):(.*)/gm;

/** Returns the custom properties of Primer's themes that no stylesheet reads: half of a thousand. */
export function unusedTokens(): string[] {
  const declarations = stylesIn(`${PRIMER}/primitives/dist/css/**/*.css`).matchAll(DECLARATION);
  const byName = Map.groupBy(declarations, ([, name = '']) => name);
  const used = new Set(readsIn(stylesIn('web/**/*.css', `${PRIMER}/react/dist/**/*.css`)));
  for (const name of used) {
    for (const [, , value = ''] of byName.get(name) ?? []) readsIn(value).forEach((read) => used.add(read));
  }
  return [...byName.keys()].filter((name) => !used.has(name));
}

function stylesIn(...patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: root });
  return files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
}

const readsIn = (css: string): string[] => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
