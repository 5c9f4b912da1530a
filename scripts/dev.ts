/**
 * `npm run dev`: Vite serves the site with hot replacement, and forwards calls of the API to the local product. A change
 * below `functions/`, `domain/`, `infra/` or the local servers restarts the product.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { watch } from 'chokidar';
import { createServer } from 'vite';
import { contentSecurityPolicy, securityHeaders } from '../infra/security-headers.ts';
import { portsFrom } from './local/ports.ts';
import { withSampleMark } from './local/site.ts';
import { realVendors } from './local/start-checks.ts';

const root = path.resolve(import.meta.dirname, '..');
const PRODUCT_FOLDERS = ['functions', 'domain', 'infra', 'scripts/local', 'scripts/simulators'];
const SOURCE = /\.(ts|json)$/;
/** An editor writes a file in several steps, and a change of branch writes many files. */
const SETTLE_MS = 30;
const port = Number(process.env['PORT'] ?? 4000);

// Vite inserts a script for hot replacement and the styles into the page; only here, a nonce permits them.
const NONCE = 'development';
const policy = contentSecurityPolicy().replaceAll(/(script|style)-src/g, `$& 'nonce-${NONCE}'`);

const { realXero, realStripe } = realVendors(process.env);
const product = `http://127.0.0.1:${portsFrom(port, true).portal}`;

const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  clearScreen: false,
  html: { cspNonce: NONCE },
  plugins: [
    { name: 'sample-data', transformIndexHtml: realXero || realStripe ? () => undefined : withSampleMark },
  ],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    headers: { ...securityHeaders, 'content-security-policy': policy },
    proxy: { '^/(v1|local)/': product },
    // The folders that hold code of the site, so that no other file can be read through Vite.
    fs: {
      allow: ['web', 'domain', 'functions/client', 'node_modules'].map((folder) => path.join(root, folder)),
    },
  },
});

let running: ChildProcess | undefined;

function startProduct(): void {
  const child = fork(path.join(root, 'scripts/start.ts'), ['--behind-vite'], {
    // Halves the time of a restart.
    env: { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'), ...process.env },
  });
  running = child;
  child.on('exit', (code) => {
    if (running !== child) return;
    running = undefined;
    if (code !== 0) console.error('The product has stopped. It starts again after the next change.');
  });
}

async function stopProduct(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child) return;
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

let isChanged = false;
let isRestarting = false;

async function restartProduct(): Promise<void> {
  if (isRestarting) return;
  isRestarting = true;
  while (isChanged) {
    isChanged = false;
    await stopProduct();
    startProduct();
  }
  isRestarting = false;
}

async function stop(): Promise<void> {
  await Promise.all([stopProduct(), vite.close()]);
  process.exit(0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
process.on('disconnect', () => void stop());

await vite.listen();
startProduct();
// Node's own recursive watch loses a file that an editor replaces by another one.
const folders = PRODUCT_FOLDERS.map((folder) => path.join(root, folder));
watch(folders, { ignoreInitial: true }).on('all', (_event, file) => {
  if (!SOURCE.test(file)) return;
  isChanged = true;
  setTimeout(() => void restartProduct(), SETTLE_MS);
});
