/**
 * `npm run dev`: the local product during development. A change below `functions/` restarts it, a change below `web/`
 * rebuilds the site, and open pages reload after either.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { watch } from 'chokidar';
import { buildWeb } from './build/web.ts';

const root = path.resolve(import.meta.dirname, '..');
const SITE_FOLDERS = ['web', 'domain'];
const PRODUCT_FOLDERS = ['functions', 'domain', 'infra', 'scripts/local', 'scripts/simulators'];
const SOURCE = /\.(ts|tsx|css|html|json|svg|png)$/;
/** An editor writes a file in several steps, and a change of branch writes many files. */
const SETTLE_MS = 30;

let product: ChildProcess | undefined;
let isReady = false;

function startProduct(): void {
  isReady = false;
  const child = fork(path.join(root, 'scripts/start.ts'), ['--live-reload'], {
    // Halves the time of a restart.
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'), ...process.env },
  });
  product = child;
  child.on('message', (message) => (isReady ||= message === 'ready'));
  child.on('exit', (code) => {
    if (product !== child) return;
    product = undefined;
    if (code !== 0) console.error('The product has stopped. It starts again after the next change.');
  });
}

async function stopProduct(): Promise<void> {
  const child = product;
  product = undefined;
  if (!child) return;
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Builds the site. esbuild prints what is wrong with the sources. */
async function buildSite(): Promise<void> {
  try {
    await buildWeb('development');
    if (isReady) product?.send('site built');
  } catch {
    console.error('The site was not built. Open pages keep the last build.');
  }
}

const changed = new Set<'site' | 'product'>();
let isApplying = false;

async function applyChanges(): Promise<void> {
  if (isApplying) return;
  isApplying = true;
  while (changed.size > 0) {
    const parts = new Set(changed);
    changed.clear();
    await Promise.all([parts.has('site') && buildSite(), parts.has('product') && stopProduct()]);
    if (parts.has('product')) startProduct();
  }
  isApplying = false;
}

function watchFolders(folders: readonly string[], part: 'site' | 'product'): void {
  const paths = folders.map((folder) => path.join(root, folder));
  // Node's own recursive watch loses a file that an editor replaces by another one.
  watch(paths, { ignoreInitial: true }).on('all', (_event, file) => {
    if (!SOURCE.test(file)) return;
    changed.add(part);
    setTimeout(() => void applyChanges(), SETTLE_MS);
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stopProduct().then(() => process.exit(0)));
}
process.on('disconnect', () => void stopProduct().then(() => process.exit(0)));

await buildSite();
startProduct();
watchFolders(SITE_FOLDERS, 'site');
watchFolders(PRODUCT_FOLDERS, 'product');
