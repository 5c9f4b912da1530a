/**
 * Runs the two commands of the README on fresh clones of the last commit, as on a machine that knows nothing of the
 * project: an empty HOME, no git identity, Node 20 (`--node`) and no browser but Debian's. Once they install by
 * themselves and once after `npm ci`; every step is timed. `--command start` or `--command test` runs one of them,
 * `--install ci` or `--install own` one way. `--plant unlisted` drops a dependency from package.json, which the proof
 * finds.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fivePorts } from '../support/local-product.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SYSTEM_PATH = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
/** How the network is reached; everything else of the environment is dropped. */
const KEPT = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_registry)$/i;
const COMMANDS = ['start', 'test'] as const;
const INSTALLS = ['own', 'ci'] as const;
const MOST_LINES = 60;

const { values } = parseArgs({
  options: {
    command: { type: 'string' },
    install: { type: 'string' },
    node: { type: 'string', default: '/usr/bin/node' },
    plant: { type: 'string' },
  },
});
const findings: string[] = [];
const timed: string[] = [];

interface Machine {
  readonly folder: string;
  readonly clone: string;
  readonly environment: Readonly<Record<string, string>>;
}

function newMachine(): Machine {
  const folder = mkdtempSync(path.join(tmpdir(), 'paydown-newcomer-'));
  const [home, bin, clone] = ['home', 'bin', 'paydown'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(home);
  mkdirSync(bin);
  for (const name of ['node', 'npm', 'npx']) {
    symlinkSync(path.join(path.dirname(values.node), name), path.join(bin, name));
  }
  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name))),
    HOME: home,
    PATH: [bin, ...SYSTEM_PATH].join(path.delimiter),
    GIT_CONFIG_NOSYSTEM: '1',
  } as Record<string, string>;
  execFileSync('git', ['clone', '--quiet', ROOT, clone], { env: environment });
  if (values.plant === 'unlisted') removeDependency(clone);
  return { folder, clone, environment };
}

interface Manifest {
  devDependencies: Record<string, string>;
}

function removeDependency(clone: string): void {
  const edit = (name: string, change: (json: never) => void): void => {
    const file = path.join(clone, name);
    const json = JSON.parse(readFileSync(file, 'utf8')) as never;
    change(json);
    writeFileSync(file, JSON.stringify(json, null, 2));
  };
  edit('package.json', ({ devDependencies }: Manifest) => delete devDependencies['dynalite']);
  edit('package-lock.json', ({ packages }: { packages: Record<string, Manifest> }) => {
    delete packages['']?.devDependencies['dynalite'];
    delete packages['node_modules/dynalite'];
  });
}

const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;

/** Runs a command to its end, or until it prints `ready`; then `onReady` runs, and the command is interrupted. */
async function run(
  { clone, environment }: Machine,
  args: readonly string[],
  more: {
    readonly ready?: string;
    readonly onReady?: () => Promise<void>;
    readonly environment?: object;
  } = {},
): Promise<void> {
  const child = spawn('npm', args, {
    cwd: clone,
    env: { ...environment, ...more.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const lines: string[] = [];
  const isReady = new Promise<true>((resolve) => {
    const listen = (chunk: Buffer): void => {
      lines.push(...chunk.toString().split('\n'));
      if (more.ready !== undefined && lines.some((line) => line.includes(more.ready ?? ''))) resolve(true);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
  });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const first = await Promise.race([isReady, ended]);
  if (first === true) {
    await more.onReady?.();
    process.kill(-(child.pid ?? 0), 'SIGINT');
  }
  const [code, signal] = await ended;
  const isInterrupted = first === true && signal === 'SIGINT';
  if (!isInterrupted && (code !== 0 || (first !== true && more.ready !== undefined))) {
    const failures = lines.slice(0, -MOST_LINES).filter((line) => /FAIL|✘/.test(line));
    const shown = [...failures.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)];
    throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${shown.join('\n')}`);
  }
}

async function start(machine: Machine): Promise<void> {
  const port = await fivePorts();
  const origin = `http://localhost:${port}`;
  await run(machine, ['start'], {
    environment: { PORT: String(port) },
    ready: `Paydown is ready at ${origin}`,
    onReady: async () => {
      const page = await fetch(origin);
      const sample = await fetch(`${origin}/local/sample-data`, { method: 'POST' });
      if (!page.ok || !sample.ok) throw new Error(`The portal answers ${page.status} and ${sample.status}.`);
    },
  });
}

async function step(name: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work();
  timed.push(`${name} ${secondsSince(began)}`);
}

const wanted = <Name extends string>(names: readonly Name[], chosen: string | undefined): readonly Name[] =>
  names.filter((name) => chosen === undefined || name === chosen);

for (const install of wanted(INSTALLS, values.install)) {
  const machine = newMachine();
  try {
    if (install === 'ci') await step('npm ci', () => run(machine, ['ci']));
    for (const command of wanted(COMMANDS, values.command)) {
      await step(`npm ${command}`, () => (command === 'start' ? start(machine) : run(machine, ['test'])));
    }
  } catch (error) {
    findings.push(`${install === 'ci' ? 'After npm ci' : 'Without an installation'}: ${String(error)}`);
  } finally {
    rmSync(machine.folder, { recursive: true, force: true });
  }
}
for (const finding of findings) console.error(finding);
const version = execFileSync(values.node, ['--version']).toString().trim();
console.log(`A fresh clone with Node ${version}: ${timed.join(', ')}: ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
