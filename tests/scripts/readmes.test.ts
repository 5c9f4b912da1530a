/** Folders of more than six source files say in a few lines what they hold and where to begin. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAYERS } from '../../scripts/check/layers.ts';

const SOURCE = /^(?:domain|functions|infra|scripts|tests|web)\b.*\.(?:ts|tsx|mjs)$/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => SOURCE.test(file) && existsSync(file));
const large = [...Map.groupBy(files, (file) => path.dirname(file))].filter(([, own]) => own.length > 6);
const layers = Object.entries<readonly string[]>(LAYERS).flatMap(([top, lines]) =>
  lines.flatMap((line) => line.split(' ')).map((folder) => [top, folder] as const),
);

/** The most exact layer of a folder; null for top folders without layers. */
function layerOf(folder: string): string | null {
  const [top = '', ...rest] = folder.split('/');
  const inTop = layers.filter(([its]) => its === top).map(([, layer]) => layer);
  if (inTop.length === 0) return null;
  const place = `${rest.join('/')}/`;
  const holding = inTop.filter((layer) => place.startsWith(`${layer}/`));
  return holding.toSorted((a, b) => b.length - a.length)[0] ?? '.';
}

describe.each(large.map(([folder]) => folder))('the README of %s', (folder) => {
  const readme = path.join(folder, 'README.md');

  it('names a file of the folder to read first', () => {
    const [, first = ''] = /Read first: \[`[^`]+`\]\(([^)]+)\)/.exec(readFileSync(readme, 'utf8')) ?? [];
    expect(first).not.toBe('');
    expect(existsSync(path.join(folder, first))).toBe(true);
  });

  it('names the layer of the folder', () => {
    const layer = layerOf(folder);
    const named = /Its layer is `([^`]+)` of `([^`]+)`/.exec(readFileSync(readme, 'utf8'));
    expect(named && `${named[2]}/${named[1]}`).toBe(layer && `${folder.split('/')[0]}/${layer}`);
  });
});
