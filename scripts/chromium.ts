/** Finds the browser for tests: from CHROMIUM_PATH, the PATH, Playwright, or a new installation, in this order. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell needs a third less processor time for a journey than the browser with its window system. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Flags for a browser that may run as root and without a network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Returns the path of a Chromium. Installs one when there is none.
 * @throws Error with instructions when the installation fails.
 */
export function findChromium(): string {
  const found = present();
  if (found) return found;
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    run('apt-get', 'update -qq');
    run('apt-get', 'install -y -qq --no-install-recommends chromium-headless-shell fonts-liberation');
  } else {
    run(process.execPath, 'scripts/run.mjs playwright install --with-deps chromium');
  }
  const installed = present();
  if (!installed) throw new Error('There is no Chromium. Install one, or name it in CHROMIUM_PATH.');
  return installed;
}

function present(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['CHROMIUM_PATH'] ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== '' && existsSync(path));
}

function run(program: string, args: string): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync(program, args.split(' '), { stdio: ['ignore', 'ignore', 'inherit'], env });
  if (status !== 0) throw new Error(`${program} ${args} failed.`);
}
