#!/usr/bin/env node
// The way in, in plain JavaScript for whatever Node is there: installs what a command needs, once, and goes
// on under Node 24.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NODE_MAJOR = '24';
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [command = 'start', ...rest] = process.argv.slice(2);
const file = join(root, 'scripts', `${command}.ts`);

if (!existsSync(file)) fail(`There is no command "${command}".`);
install(command === 'start' ? 'start' : 'all');

if (process.versions.node.split('.')[0] === NODE_MAJOR) {
  process.argv = [process.argv[0], file, ...rest];
  await import(pathToFileURL(file).href);
} else {
  goOnWith(node24());
}

/** Installs where the lock file changed since the last time, or where less was installed than is needed. */
function install(needed) {
  const stamp = join(root, 'node_modules', '.installed.json');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  // Whoever installed by hand has the development tools, and keeps them.
  const unstamped = existsSync(dirname(stamp)) ? { what: 'all' } : {};
  const done = existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : unstamped;
  const what = done.what === 'all' ? 'all' : needed;
  if (done.lock === lock && done.what === what) return;
  // Not `npm ci`: it would take node_modules away from under a running product.
  const omit = what === 'start' ? '--omit=dev' : '--include=dev';
  console.log(
    what === 'start' ? 'Installing what Paydown needs to run …' : 'Installing the development tools …',
  );
  const npm = spawnSync(
    'npm',
    ['install', '--no-save', omit, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (npm.status !== 0) fail('The packages could not be installed. Is the npm registry within reach?');
  writeFileSync(stamp, JSON.stringify({ lock, what }));
}

function node24() {
  const folder = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  );
  const binary = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(binary)) {
    fail(
      `Paydown needs Node ${NODE_MAJOR}; this is ${process.version}, and npm has none for this machine. See https://nodejs.org.`,
    );
  }
  return binary;
}

/** The channel lets the child notice when this process is killed, so that nothing is left running. */
function goOnWith(binary) {
  const path = `${dirname(binary)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`;
  const child = spawn(binary, [file, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: path },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
