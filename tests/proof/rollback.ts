/**
 * Runs the previous release against data that today's code wrote, as a rollback does: it must sign in, list and read
 * everything, and change a schedule, after which today's code reads all of it again. `--from <commit>` names the release:
 * by default the newest tag `deployed/…`. Before the
 * first deployment there is none to go back to, and this commit itself is taken.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../support/command.ts';
import { clientOf, newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';
import { DEMO, loadSampleData } from '../../scripts/local/sample-data.ts';

const root = path.resolve(import.meta.dirname, '../..');

const { from } = readOptions();
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const newest = git('tag', '--list', 'deployed/*', '--sort=-creatordate').split('\n')[0] || 'HEAD';
const release = from ?? newest;

/** Checks the release's sources out, with this one's packages if it has the same. */
function checkOut(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'paydown-release-'));
  const archive = execFileSync('git', ['archive', release], { cwd: root, maxBuffer: 1 << 30 });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockOf = (at: string): string => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lockOf(folder) === lockOf(root)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    // The release builds its site only if its sources are others.
    for (const built of ['dist/web', 'dist/web-build'].filter((file) => existsSync(path.join(root, file))))
      cpSync(path.join(root, built), path.join(folder, built), { recursive: true });
  } else {
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  }
  return folder;
}

async function running<Result>(
  sources: string,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  const product = await startProduct({ dataDir, root: sources });
  try {
    return await work(product);
  } finally {
    await product.stop();
  }
}

/** Returns the last error in the log of the product, if there is one. */
function lastError(dataDir: string): string {
  const log = path.join(dataDir, 'paydown.log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines.findLast((line) => line.toLowerCase().includes('"level":"error"')) ?? '';
}

/** Returns everything that the sample data's owner sees, without what differs by the instant. */
async function readAll(product: Product, change: string | null): Promise<string[]> {
  const call = await clientOf(product, DEMO);
  const seen: string[] = [];
  for (const { id: entityId, name } of await call('GET /v1/entities')) {
    const listed = await call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
    for (const { id: scheduleId } of listed) {
      const params = { entityId, scheduleId };
      const schedule = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
      const marked = schedule.schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized).length;
      seen.push(`${name}: ${scheduleId}, ${schedule.schedulePayments.length} payments, ${marked} in Xero`);
      if (change === null) continue;
      await call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
        params,
        body: { description: `${change} ${scheduleId}` },
      });
    }
  }
  await call('GET /v1/messages');
  await call('GET /v1/tenants/users');
  return seen.toSorted();
}

const dataDir = newDataDir();
const folder = checkOut();
let problem: string | null = null;
let count = 0;
try {
  const written = await running(root, async (product) => {
    await loadSampleData(product);
    return readAll(product, null);
  });
  count = written.length;
  const read = await running(folder, (product) => readAll(product, 'Changed by the release'));
  const again = await running(root, (product) => readAll(product, 'Changed by today’s code'));
  if (count === 0) problem = 'Nothing was written.';
  else if (read.join() !== written.join())
    problem = `The release reads:\n${read.join('\n')}\nnot:\n${written.join('\n')}`;
  else if (again.join() !== written.join())
    problem = `Today’s code reads after the release:\n${again.join('\n')}`;
} catch (error) {
  problem = `${String(error)}\n${lastError(dataDir)}`;
} finally {
  removeDataDir(dataDir);
  rmSync(folder, { recursive: true, force: true });
}
if (problem !== null) console.error(problem.slice(0, 4000));
console.log(
  `${git('rev-parse', '--short', release)} reads and changes ${count} schedules that today’s code wrote: ` +
    (problem === null ? '0 findings' : 'FAILED'),
);
process.exit(problem === null ? 0 : 1);
