/**
 * `npm run seed`: fills the local product at `PORT` with a practice of 60 clients and 150 loans, and starts it for that
 * unless it runs. `--smallest`: three clients in a folder of their own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite, siteFolder } from './build/site.ts';
import { portsFrom } from './local/ports.ts';
import { createPractice } from './local/practice.ts';
import { startLocal } from './local/product.ts';

const isSmallest = process.argv.includes('--smallest');
const port = Number(process.env['PORT'] ?? (isSmallest ? 4990 : 4000));
const folder = isSmallest ? await mkdtemp(join(tmpdir(), 'paydown-seed-')) : null;
const size = isSmallest ? { clients: 3, loans: 6 } : { clients: 60, loans: 150 };

const at = (number: number): string => `http://localhost:${number}`;
const ports = portsFrom(port);
const isRunning = await fetch(at(ports.console)).then(
  () => true,
  () => false,
);
let product: Awaited<ReturnType<typeof startLocal>> | null = null;
if (!isRunning) {
  await buildSite();
  const dataDir = folder ?? process.env['DATA_DIR'] ?? '.data';
  product = await startLocal({ port, dataDir, siteFolder, environment: process.env });
}
const places = { origin: at(port), xero: at(ports.xero), stripe: at(ports.stripe) };
const { email, password } = await createPractice(places, size, (text) => console.log(text));
console.log(`The practice is ready: log in as ${email} with the password ${password}`);
await product?.close();
if (folder !== null) await rm(folder, { recursive: true, force: true });
process.exit();
