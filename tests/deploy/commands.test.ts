import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputOf, runCommand, startable } from '../../scripts/deploy/commands.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The first words of the commands that scripts run. */
function programs(): string[] {
  const folder = path.join(root, 'scripts/deploy');
  const sources = readdirSync(folder).map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const lists = sources.flatMap((source) => [
    ...source.matchAll(/(?:command(?::| =)|succeed\(|\brun\() ?\[\s*'([\w.]+)'/g),
    ...source.matchAll(/outputOf\('(\w+)'/g),
  ]);
  return [...new Set(lists.map(([, program = '']) => program))];
}

describe('commands of this machine', () => {
  it('start packages’ tools as files under this Node, never by the name that a shell resolves', () => {
    const found = programs();
    expect(found.toSorted()).toEqual(['cdk', 'git', 'node']);
    for (const program of found.filter((name) => name !== 'git')) {
      const [executable, file = ''] = startable([program, 'scripts/run.mjs']);
      expect(executable).toBe(process.execPath);
      expect(existsSync(path.resolve(root, file))).toBe(true);
    }
  });

  it('run in a folder with variables, and tell a failure', () => {
    const exits = (variable: string) => ['node', '-e', `process.exit(Number(process.env.${variable}))`];
    expect(runCommand(exits('CODE'), root, { CODE: '0' })).toBe(true);
    expect(runCommand(exits('CODE'), root, { CODE: '3' })).toBe(false);
    expect(outputOf('node', '-p', '1 + 1')).toBe('2');
    expect(() => outputOf('node', '-e', 'process.exit(1)')).toThrow('failed.');
  });
});
