/** `npm start`: the whole product on this machine. With `--behind-vite` Vite serves the site (`npm run dev`). */
import { buildSite, siteFolder } from './build/site.ts';
import { checkStripeCredentials, StartProblem } from './local/start-checks.ts';
import { startLocal } from './local/product.ts';

// Mails, tokens and data of this run are for its user only.
process.umask(0o077);
const port = Number(process.env['PORT'] ?? 4000);
const dataDir = process.env['DATA_DIR'] ?? '.data';
const isBehindVite = process.argv.includes('--behind-vite');

if (!Number.isInteger(port) || port < 1 || port > 65_531) {
  console.error(`PORT must be a number from 1 to 65531, not "${process.env['PORT']}".`);
  process.exit(1);
}

try {
  checkStripeCredentials(process.env, `http://localhost:${port}`);
  if (!isBehindVite) await buildSite();
  const product = await startLocal({
    port,
    dataDir,
    siteFolder,
    environment: process.env,
    isBehindVite,
  });
  console.log(`Paydown is ready at ${product.origin}`);
  for (const [name, address] of product.addresses) console.log(`  ${name.padEnd(18)} ${address}`);
  console.log('  Ctrl-C stops everything.');

  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await product.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());
  process.send?.('ready');
} catch (error) {
  if (!(error instanceof StartProblem)) throw error;
  console.error(error.message);
  process.exit(1);
}
