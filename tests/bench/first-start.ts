/**
 * The first `npm start` of a clone on a machine whose npm cache is empty: the time until everything answers, and the size
 * of the clone then, with its packages. The cache and the clone, of the last commit, are temporary.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { isSmallest } from '../support/command.ts';
import { measured } from '../support/figures.ts';
import { fivePorts } from '../support/local-product.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'first-start-'));
// The smallest size starts where everything is installed.
const clone = isSmallest ? root : join(folder, 'clone');

try {
  if (!isSmallest) execFileSync('git', ['clone', '--quiet', root, clone]);
  const seconds = await secondsOfStart();
  measured('firstStartTime', seconds);
  measured('firstStartSize', isSmallest ? 0 : bytesIn(clone) / 1e6);
} finally {
  rmSync(folder, { recursive: true });
}

/** Starts the product, and stops it when it reports that it is ready. */
async function secondsOfStart(): Promise<number> {
  const began = performance.now();
  const child = spawn(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['start'], {
    cwd: clone,
    env: {
      ...withoutNpm(process.env),
      npm_config_cache: join(folder, 'cache'),
      PORT: String(await fivePorts()),
      DATA_DIR: join(folder, 'data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its processes form a group, which ends as a whole.
    detached: true,
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('Paydown is ready at ')) continue;
    const seconds = (performance.now() - began) / 1000;
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
    return seconds;
  }
  throw new Error('The product ended before it was ready.');
}

/** The environment of a terminal: without what npm tells this command, and with the machine's own Node. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isOwn = ([name]: readonly [string, unknown]): boolean => !name.startsWith('npm_');
  const path = (environment['PATH'] ?? '').split(delimiter).filter((each) => !each.startsWith(root));
  return { ...Object.fromEntries(Object.entries(environment).filter(isOwn)), PATH: path.join(delimiter) };
}

/** The bytes that the files below a folder take on the disk. */
function bytesIn(place: string): number {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files.reduce((sum, each) => sum + lstatSync(join(each.parentPath, each.name)).blocks * 512, 0);
}
