/** Builds the site into `dist/web`, as `vite.config.ts` says. An up-to-date build is kept. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { fingerprintOf } from './fingerprint.ts';
import { replaceFolder } from './replace-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const stamp = path.join(root, 'dist/web-build');
const SOURCES = [
  'web/**/*.*',
  'domain/**/*.ts',
  'functions/client/*.ts',
  'scripts/build/{help-pages,licences,unused-tokens}.ts',
  'vite.config.ts',
  'package-lock.json',
];

/** The folder that holds the built site. */
export const siteFolder = path.join(root, 'dist/web');

/** Builds the site, unless its sources are those of the last build. */
export async function buildSite(): Promise<void> {
  const fingerprint = await fingerprintOf(root, SOURCES);
  if ((await readFile(stamp, 'utf8').catch(() => null)) === fingerprint) return;
  const fresh = `${siteFolder}-${process.pid}-${threadId}`;
  await runVite(fresh);
  await rm(stamp, { force: true });
  await replaceFolder(siteFolder, fresh);
  await writeFile(stamp, fingerprint);
}

/** Runs Vite in a process of its own, because it builds for the NODE_ENV of its process. */
async function runVite(outDir: string): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--outDir', outDir, '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('Vite could not build the site.');
}
