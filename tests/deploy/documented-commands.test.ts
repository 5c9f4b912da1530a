import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedCommands, printedCommands } from '../support/documented-commands.ts';

const root = path.resolve(import.meta.dirname, '../..');
const ACCOUNT = '111122223333';
const TAG = 'deployed/prod/2026-11-20T03-00-00-000Z';

/** Commands of this machine alone, which have tests of their own. */
const LOCAL =
  /^(npm start|npm test|npm run trace|npm run redrive$|npx cdk synth|curl|npm run (start|dev|seed|proof|costs)\b)/;

const documents = ['README.md', 'docs/operations.md'].flatMap((file) =>
  documentedCommands(readFileSync(path.join(root, file), 'utf8')),
);
const commands = [...new Set([...documents, ...printedCommands(root)])]
  .filter((command) => !LOCAL.test(command))
  .map(completed);

/** Puts values in the place of what the reader fills in. Each command of a stage runs once. */
function completed(command: string): string {
  return command
    .replace(/--stage (dev|staging|prod)\b/, '--stage prod')
    .replaceAll('deployed/prod/…', TAG)
    .replaceAll('ACCOUNT', ACCOUNT)
    .replaceAll(/\bARN\b/g, `arn:aws:backup:ap-southeast-2:${ACCOUNT}:recovery-point:1`)
    .replaceAll(/ …$/g, ' x');
}

const ofProject = [...new Set(commands.filter((command) => /^np[mx] /.test(command)))];
const ofAws = [...new Set(commands.filter((command) => command.startsWith('aws ')))];
const ofOpenssl = commands.filter((command) => /^(openssl|printf) /.test(command));

/** Holds the checkout, its packages, and a home without credentials. */
let folder = '';
const scripts = (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Package).scripts;

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}

/** The project as a stranger has it after the stages are entered and committed, with one deployment. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'paydown-commands-'));
  const checkout = path.join(folder, 'checkout');
  for (const part of [
    'domain',
    'functions',
    'infra',
    'scripts',
    'package.json',
    'package-lock.json',
    'cdk.json',
  ])
    cpSync(path.join(root, part), path.join(checkout, part), { recursive: true });
  const stages = path.join(checkout, 'infra/stages.ts');
  const entered = readFileSync(stages, 'utf8')
    .replaceAll('000000000000', ACCOUNT)
    .replaceAll(/Z0{6,}\w*/g, 'Z0148233ABCDEF')
    .replaceAll('.example', '.com.au');
  writeFileSync(stages, entered);
  installPackages(path.join(folder, 'packages'));
  // Committed, so that the checkout of a rollback has it too.
  symlinkSync(path.join(folder, 'packages'), path.join(checkout, 'node_modules'));
  mkdirSync(path.join(folder, 'home'));
  const git = (...words: string[]) => {
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false'];
    expect(spawnSync('git', [...who, ...words], { cwd: checkout }).status).toBe(0);
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'stages');
  git('tag', TAG);
});

/** Links every package, with the stamp of an installation, without which each command would install. */
function installPackages(packages: string): void {
  mkdirSync(packages);
  const installed = path.join(root, 'node_modules');
  for (const name of readdirSync(installed).filter((one) => one !== '.installed')) {
    symlinkSync(path.join(installed, name), path.join(packages, name));
  }
  const lock = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  writeFileSync(path.join(packages, '.installed'), lock.digest('hex'));
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command in the checkout, with the tools of the project and without credentials. */
async function run(command: string): Promise<{ code: number | null; output: string }> {
  const env = {
    PATH: [path.join(root, 'node_modules/.bin'), path.dirname(process.execPath), process.env['PATH']].join(
      path.delimiter,
    ),
    HOME: path.join(folder, 'home'),
    AWS_EC2_METADATA_DISABLED: 'true',
    ...(process.env['NODE_COMPILE_CACHE'] && { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }),
  };
  const child = spawn('sh', ['-c', command], {
    cwd: path.join(folder, 'checkout'),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  }
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}

/** Returns the command that npm would start. */
function withoutNpm(command: string): string {
  const [, name = '', rest = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
  if (name === '') return command.replace(/^npx /, '');
  expect(Object.keys(scripts)).toContain(name);
  return `${scripts[name]} ${rest}`;
}

const LACKS_CREDENTIALS = /could not load credentials|no credentials|unable to locate credentials/i;

describe('without credentials, the command', () => {
  it.each(ofProject)('`%s` fails for credentials alone', async (command) => {
    const { code, output } = await run(withoutNpm(command));
    expect(output).toMatch(LACKS_CREDENTIALS);
    expect(output).not.toMatch(/is no stage|Unknown option|TypeError|ReferenceError|There is no/);
    expect(code).not.toBe(0);
  });

  it('those of the AWS CLI have a form that it accepts, after those of OpenSSL have made a certificate', async () => {
    for (const command of ofOpenssl)
      expect([command, await run(command)]).toMatchObject([command, { code: 0 }]);
    if (spawnSync('aws', ['--version']).error) return;
    const refused = ofAws.map(async (command) => {
      const { output } = await run(`${command} --region ap-southeast-2`);
      return LACKS_CREDENTIALS.test(output) ? [] : [command, output];
    });
    expect((await Promise.all(refused)).flat()).toEqual([]);
  });
});

it('the documents and scripts have commands of each kind', () => {
  expect(ofProject.length).toBeGreaterThan(8);
  expect(ofAws.length).toBeGreaterThan(0);
  expect(ofOpenssl.length).toBeGreaterThan(0);
});
