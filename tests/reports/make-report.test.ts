import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { throttle } from '../../functions/access/throttle.ts';
import { handler as makeReport } from '../../functions/reports/make-report.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Context } from '../../functions/services/context.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { eventOf } from '../support/jobs.ts';
import { memoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { type Person, signUpInto } from '../support/people.ts';
import { createPractice, type Practice, WEEKLY } from './practice.ts';
import { openWorkbook } from './workbook.ts';

const MORE_THAN_AT_ONCE = 501;

let practice: Practice;
let sent: QueueMessage[];
let files: MemoryFiles;

beforeEach(async () => {
  sent = [];
  files = memoryFiles();
  practice = await createPractice({
    queue: { send: async (messages) => void sent.push(...messages), sendToDeadLetters: async () => {} },
    files,
  });
});

/** Copies a loan in the table until there are so many. */
async function copyLoans(entityId: string, scheduleId: string, count: number): Promise<void> {
  const { table } = practice.app;
  const original = await table.get(keys.schedule(entityId, scheduleId));
  const entity = await table.get(keys.entity(practice.owner.tenantId, entityId));
  if (!original || !entity) throw new Error('There is nothing to copy');
  for (let copy = 1; copy < count; copy++) {
    const id = crypto.randomUUID();
    await table.write({ put: { ...original, ...keys.schedule(entityId, id), scheduleId: id } });
  }
  await table.write({ put: { ...entity, scheduleCount: count } });
}

async function practiceOf(count: number): Promise<string> {
  const entityId = await practice.addEntity('Farm');
  const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
  await copyLoans(entityId, scheduleId, count);
  return entityId;
}

async function ask(accept: string): Promise<{ status: number; reportId: string }> {
  const as = practice.owner.token;
  const { status, body } = await practice.app.call('GET /v1/reports/loans', { as, headers: { accept } });
  return { status, reportId: 'reportId' in body ? body.reportId : '' };
}

async function stateOf(reportId: string) {
  const as = practice.owner.token;
  const { body } = await practice.app.send('GET /v1/reports/{reportId}', { as, params: { reportId } });
  return body as unknown as {
    readonly status: string;
    readonly progress: number;
    readonly url: string | null;
  };
}

const work = (more: Partial<Context> = {}) =>
  makeReport({ ...practice.app, ...more })(eventOf(sent), lambdaContext('reports', Date.now() + 300_000));

/** The number of loans in a file of JSON; null for a PDF. */
function loansIn(text: string): number | null {
  return text.startsWith('%PDF-') ? null : JSON.parse(text).loans.length;
}

describe('a report of more than 500 loans', () => {
  it.each([
    ['application/json', 'json', MORE_THAN_AT_ONCE],
    ['application/pdf', 'pdf', null],
  ])('is made by a job as %s, and announced to its user by a message', async (accept, extension, loans) => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const colleague = await signUpInto(practice.app, practice.owner, 'Admin');
    const { status, reportId } = await ask(accept);
    expect(status).toBe(202);
    expect(await stateOf(reportId)).toEqual({ status: 'queued', progress: 0, url: null });
    expect(sent).toEqual([
      {
        group: expect.stringMatching(new RegExp(`^${practice.owner.tenantId}/[01]$`)),
        id: reportId,
        body: { tenantId: practice.owner.tenantId, reportId },
      },
    ]);
    expect(await work()).toEqual({ batchItemFailures: [] });
    const done = await stateOf(reportId);
    const [[key, file] = ['', new Uint8Array()]] = files.kept;
    const name = encodeURIComponent(`Byron & Co - Year-end loans 2026-06-30.${extension}`);
    expect(done).toEqual({ status: 'done', progress: 100, url: `https://files.example/${key}?name=${name}` });
    expect(key).toMatch(new RegExp(`^reports/${practice.owner.tenantId}/${reportId}/[\\w-]{43}$`));
    expect(loansIn(Buffer.from(file).toString('latin1'))).toBe(loans);
    const ready = expect.objectContaining({
      subject: 'Your report is ready',
      link: `/reports?report=${reportId}`,
    });
    const messagesOf = async ({ token }: Person) =>
      (await practice.app.call('GET /v1/messages', { as: token })).body;
    expect(await messagesOf(practice.owner)).toContainEqual(ready);
    expect(await messagesOf(colleague)).not.toContainEqual(ready);
  });

  it('is asked for 120 times an hour by one user', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const { app, owner } = practice;
    for (let count = 0; count < 119; count++) {
      await throttle(app.table, app.clock.now(), 'large report', {
        who: owner.userId,
        source: '203.0.113.7',
      });
    }
    expect((await ask('application/json')).status).toBe(202);
    expect((await ask('application/json')).status).toBe(429);
    expect(sent).toHaveLength(1);
  });

  it('is made once, however often its message is delivered', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    await ask('application/json');
    await work();
    await work();
    expect(files.kept.size).toBe(1);
  });

  it('says that it failed, and is tried again', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const { reportId } = await ask('application/json');
    const full = {
      ...files,
      put: async () => {
        throw new Error('No room');
      },
    };
    expect((await work({ files: full }))?.batchItemFailures).toHaveLength(1);
    expect(await stateOf(reportId)).toEqual({ status: 'failed', progress: 0, url: null });
    await work();
    expect((await stateOf(reportId)).status).toBe('done');
  });

  // Evidence for ASVS 2.4
  it('is tried once more when it takes too long, and then fails', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const { reportId } = await ask('application/json');
    let made = 0;
    const endless = {
      ...files,
      put: () => {
        made++;
        return new Promise<never>(() => {});
      },
    };
    for (const start of [1, 2]) {
      void work({ files: endless });
      await expect.poll(() => made).toBe(start);
    }
    expect(await work()).toEqual({ batchItemFailures: [] });
    expect(made).toBe(2);
    expect((await stateOf(reportId)).status).toBe('failed');
  });
});

it('makes an archive with a pack of each entity that has loans', async () => {
  const { app, owner } = practice;
  for (const name of ['Farm', 'Farm: north', 'Empty']) {
    const entityId = await practice.addEntity(name);
    if (name !== 'Empty') await practice.addLoan(entityId, WORKED_EXAMPLE);
  }
  const query = { date: '2026-06-30', format: 'zip' } as const;
  const { status, body } = await app.call('GET /v1/reports/loans', { as: owner.token, query });
  expect(status).toBe(202);
  expect(await work()).toEqual({ batchItemFailures: [] });
  const [archive = new Uint8Array()] = files.kept.values();
  const made = unzipSync(archive);
  expect(Object.keys(made)).toEqual([
    '001 Farm.pdf',
    '001 Farm.xlsx',
    '002 Farm north.pdf',
    '002 Farm north.xlsx',
  ]);
  const book = await openWorkbook(made['001 Farm.xlsx'] ?? new Uint8Array());
  const summary = book.get('Summary');
  expect(['A6', 'B6'].map((cell) => summary?.value(cell))).toEqual(['Farm', 'Toyota HiLux']);
  const { url } = await stateOf('reportId' in body ? body.reportId : '');
  expect(url).toContain(encodeURIComponent('Byron & Co - Year-end loans 2026-06-30.zip'));
});

// Evidence for ASVS 2.4
it('goes to a job by payments and years too', async () => {
  const entityId = await practice.addEntity('Farm');
  const schedulePaymentPlans = [{ number: 1, qty: 3_200, amount: 100 }];
  const long = { ...WEEKLY, loanAmount: 200_000, schedulePaymentPlans };
  await practice.addLoan(entityId, long);
  await practice.addLoan(entityId, { ...long, description: 'Another' });
  expect((await ask('application/pdf')).status).toBe(200);
  await practice.addLoan(entityId, { ...long, description: 'A third' });
  expect((await ask('application/pdf')).status).toBe(202);
});

it('A report of 500 loans is answered at once', async () => {
  await practiceOf(500);
  const { status, body } = await practice.report();
  expect(status).toBe(200);
  expect(body.loans).toHaveLength(500);
  expect(sent).toEqual([]);
});
