import { beforeEach, describe, expect, it } from 'vitest';
import { packFigures } from '../../domain/schedule/packed-figures.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { handler as makeReport } from '../../functions/reports/make-report.ts';
import { shortId } from '../../functions/schedules/schedule-store.ts';
import type { QueueMessage } from '../../functions/services/queue/port.ts';
import type { StoredFile } from '../../functions/services/files/port.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Context } from '../../functions/lib/context.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { eventOf } from '../support/jobs.ts';
import { createPractice, type Practice } from './practice.ts';

const MORE_THAN_AT_ONCE = 501;

let practice: Practice;
let sent: QueueMessage[];
let kept: Map<string, StoredFile>;

beforeEach(async () => {
  sent = [];
  kept = new Map();
  practice = await createPractice({
    queue: { send: async (messages) => void sent.push(...messages), setAside: async () => {} },
    files: {
      put: async (key, file) => void kept.set(key, file),
      address: async (key) => `https://files.example/${key}`,
    },
  });
});

/** Copies a loan in the table, with its packed figures, until there are so many. */
async function copyLoans(entityId: string, scheduleId: string, count: number): Promise<void> {
  const { table } = practice.app;
  const original = await table.get(keys.schedule(entityId, scheduleId));
  const entity = await table.get(keys.entity(practice.owner.tenantId, entityId));
  if (!original || !entity) throw new Error('There is nothing to copy');
  const figures = { ...Object(entity['figures']) };
  const terms = Object(original['terms']);
  const packed = packFigures(terms, amortise(terms).rate);
  for (let copy = 1; copy < count; copy++) {
    const id = crypto.randomUUID();
    await table.write({ put: { ...original, ...keys.schedule(entityId, id), scheduleId: id } });
    figures[shortId(id)] = packed;
  }
  await table.write({ put: { ...entity, figures, scheduleCount: count } });
}

async function practiceOf(count: number): Promise<string> {
  const entityId = await practice.addEntity('Farm');
  const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
  await copyLoans(entityId, scheduleId, count);
  return entityId;
}

const ask = (accept: string) =>
  practice.app.call('GET /v1/reports/loans', { as: practice.owner.token, headers: { accept } });

const stateOf = (reportId: string) =>
  practice.app.call('GET /v1/reports/{reportId}', { as: practice.owner.token, params: { reportId } });

const work = (more: Partial<Context> = {}) =>
  makeReport({ ...practice.app, ...more })(eventOf(sent), lambdaContext('reports', Date.now() + 300_000));

/** How many loans a file of JSON holds; null for another file. */
function loansIn(file: StoredFile | undefined): number | null {
  if (file?.contentType !== 'application/json') return null;
  return JSON.parse(Buffer.from(file.bytes).toString()).loans.length as number;
}

describe('a report of more than 500 loans', () => {
  it.each(['application/json', 'application/pdf'])('is made by a job as %s, and told of', async (accept) => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const asked = await ask(accept);
    expect(asked.status).toBe(202);
    const { reportId } = asked.body;
    expect((await stateOf(reportId)).body).toEqual({ status: 'queued', progress: 0, url: null });
    expect(sent).toEqual([
      {
        group: practice.owner.tenantId,
        id: reportId,
        body: { tenantId: practice.owner.tenantId, reportId },
      },
    ]);
    expect(await work()).toEqual({ batchItemFailures: [] });
    const done = (await stateOf(reportId)).body;
    const [[key, file] = ['', undefined]] = kept;
    expect(done).toEqual({ status: 'done', progress: 100, url: `https://files.example/${key}` });
    expect(file?.contentType).toBe(accept);
    expect(key).toMatch(new RegExp(`^reports/${practice.owner.tenantId}/${reportId}/[\\w-]{43}$`));
    expect(loansIn(file)).toBe(accept === 'application/json' ? MORE_THAN_AT_ONCE : null);
    const messages = await practice.app.call('GET /v1/messages', { as: practice.owner.token });
    expect(messages.body).toContainEqual(
      expect.objectContaining({ subject: 'Your report is ready', link: `/reports?report=${reportId}` }),
    );
  });

  it('is made once, however often its message is delivered', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    await ask('application/json');
    await work();
    await work();
    expect(kept.size).toBe(1);
  });

  it('says that it failed, and is tried again', async () => {
    await practiceOf(MORE_THAN_AT_ONCE);
    const { reportId } = (await ask('application/json')).body;
    const files = {
      ...practice.app.files,
      put: async () => {
        throw new Error('No room');
      },
    };
    expect((await work({ files }))?.batchItemFailures).toHaveLength(1);
    expect((await stateOf(reportId)).body).toEqual({ status: 'failed', progress: 0, url: null });
    await work();
    expect((await stateOf(reportId)).body.status).toBe('done');
  });
});

it('A report of 500 loans is answered at once', async () => {
  await practiceOf(500);
  const { status, body } = await ask('application/json');
  expect(status).toBe(200);
  expect(body.loans).toHaveLength(500);
  expect(sent).toEqual([]);
});
