import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'smoke-attended-'));

afterAll(() => rmSync(folder, { recursive: true }));

it('prints the consent page, and ends with a report when it is interrupted', async () => {
  const script = join(import.meta.dirname, '../../../scripts/smoke.ts');
  const child = spawn(process.execPath, [script, '--xero', '--folder', folder], {
    env: {
      PATH: process.env['PATH'],
      PORT: '4777',
      XERO_CLIENT_ID: 'a',
      XERO_CLIENT_SECRET: 'not-a-secret',
    },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)));
  child.stdout.on('data', (chunk: Buffer) => {
    printed += String(chunk);
    const isAsking = printed.includes('https://login.xero.com/identity/connect/authorize?');
    // Later output must not interrupt the end of the run.
    if (isAsking && !child.killed) child.kill('SIGINT');
  });
  const [status] = (await once(child, 'exit')) as [number | null];
  expect(status).toBe(1);
  expect(printed).toContain('The run was interrupted.');
  expect(printed).not.toContain('not-a-secret');
  expect(readdirSync(folder)).toHaveLength(1);
});
