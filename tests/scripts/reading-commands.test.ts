/** Commands that read one input and print what is in it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildFunctions } from '../../scripts/build/functions.ts';

await buildFunctions();

/** Runs a command of the folder `scripts`, as `npm run` does. */
function run(command: string, argument: string, input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, argument], {
    encoding: 'utf8',
    input,
  });
  return { status, stdout, stderr };
}

it('prints what a lender’s document says', () => {
  const document = 'tests/fixtures/reading/d01-chattel-mortgage-monthly';
  const { status, stdout } = run('read-document', `${document}.pdf`);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'read', tables: [{ rows: expect.anything() }] });
});

it('names the document that is missing', () => {
  const { status, stdout, stderr } = run('read-document', 'no/such/schedule.pdf');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^no\/such\/schedule\.pdf can’t be read: ENOENT.*\n$/);
});

it('translates a position in a built function into one in the sources', () => {
  const call = '"GET /v1/entities"';
  const before = readFileSync('dist/functions/entities/list-entities/index.mjs', 'utf8')
    .split(call)
    .slice(0, -1);
  const lines = before.join(call).split('\n');
  const trace = `at Runtime.handler (file:///var/task/index.mjs:${lines.length}:${(lines.at(-1)?.length ?? 0) + 1})`;
  const { stdout } = run('trace', 'entities/list-entities', trace);
  expect(stdout).toMatch(/^at Runtime\.handler \(functions\/entities\/list-entities\.ts:\d+:\d+\)$/);
});

it('names the function that does not exist', () => {
  const { status, stderr } = run('trace', 'entities/no-such-function');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no function "entities/no-such-function".');
});
