import { strFromU8, unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { queueGroup } from '../../functions/access/shares.ts';
import type { Context } from '../../functions/services/context.ts';
import type { QueueMessage } from '../../functions/services/queue.ts';
import { keys } from '../../functions/store/keys.ts';
import { handler as makeExport } from '../../functions/exports/make-export.ts';
import { inParts } from '../../functions/exports/parts.ts';
import { zipWithin } from '../../functions/lib/zip.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { eventOf } from '../support/jobs.ts';
import { memoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { type Person, signIn, signUp, signUpInto } from '../support/people.ts';

const HOUR = 3_600_000;
const TOO_MANY = 501;

type Files = Readonly<Record<string, Uint8Array>>;

let app: TestApp;
let owner: Person;
let sent: QueueMessage[];
let stored: MemoryFiles;

beforeEach(async () => {
  sent = [];
  stored = memoryFiles();
  app = await createTestApp({
    queue: { send: async (messages) => void sent.push(...messages), sendToDeadLetters: async () => {} },
    files: stored,
  });
  owner = await signUp(app, { tenantName: 'Engines' });
});

async function exported(as: string, query = {}) {
  const { status, headers, body } = await app.call('GET /v1/tenants/export', { as, query });
  const files: Files = body instanceof Uint8Array && status === 200 ? unzipSync(body) : {};
  return { status, headers, files, exportId: 'exportId' in body ? body.exportId : '' };
}

const json = (files: Files, name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));

describe('the export of an organisation', () => {
  // Evidence for ASVS 14.1
  it('contains the organisation, its users, its entities with their schedules, and its audit log', async () => {
    await signUpInto(app, owner, 'Guest');
    const entityId = await addEntity(app, owner, 'Farm: north/south');
    const changes = { lender: 'Byron Bank', notes: 'Kept in the safe' };
    const { id: scheduleId } = await addSchedule(app, owner, entityId, changes);
    await app.call('PUT /v1/reports/loans/{date}/statements', {
      as: owner.token,
      params: { date: '2025-06-30' },
      body: [{ scheduleId, balance: 45_000.5 }],
    });
    const { headers, files } = await exported(owner.token);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toContain('Engines - 2025-06-01.zip');
    const folder = 'entities/001 Farm north south';
    expect(Object.keys(files).toSorted()).toEqual([
      'audit-1.json',
      `${folder}/entity.json`,
      `${folder}/schedules-1.json`,
      `${folder}/schedules-1.xlsx`,
      'invitations.json',
      'messages.json',
      'organisation.json',
      'users.json',
    ]);
    expect(json(files, 'organisation.json')).toMatchObject({ id: owner.tenantId, name: 'Engines' });
    expect(json(files, 'users.json')).toHaveLength(2);
    expect(JSON.stringify(json(files, 'users.json'))).not.toContain('passwordHash');
    expect(json(files, `${folder}/entity.json`)).toMatchObject({
      name: 'Farm: north/south',
      statements: [{ date: '2025-06-30', scheduleId, balance: 45_000.5 }],
    });
    expect(json(files, `${folder}/schedules-1.json`)).toMatchObject([
      { description: 'Toyota HiLux', loanAmount: 50_000, lender: 'Byron Bank', notes: 'Kept in the safe' },
    ]);
    expect(JSON.stringify(json(files, 'audit-1.json'))).toContain('schedule/create');
    const workbook = unzipSync(files[`${folder}/schedules-1.xlsx`] ?? new Uint8Array());
    const payments = strFromU8(workbook['xl/worksheets/sheet2.xml'] ?? new Uint8Array());
    expect(payments.match(/<row /g)).toHaveLength(1 + 60);
    expect(payments).toContain('<v>1000</v>');
    expect(payments).not.toContain('NaN');
  });

  it('contains one entity alone on request, and stores an audit entry', async () => {
    const entityId = await addEntity(app, owner, 'Farm');
    await addEntity(app, owner, 'Shop');
    const { files } = await exported(owner.token, { entityId });
    expect(Object.keys(files)).toEqual(['entities/001 Farm/entity.json']);
    const audit = await app.call('GET /v1/tenants/audit', { as: owner.token });
    expect(audit.body).toContainEqual(
      expect.objectContaining({ action: 'organisation/export', subject: entityId }),
    );
  });

  it('refuses an eleventh export in an hour', async () => {
    const answers = [];
    for (let count = 0; count < 11; count++) answers.push((await exported(owner.token)).status);
    expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
    app.clock.advance(HOUR);
    const { token } = await signIn(app, owner.email);
    expect((await exported(token)).status).toBe(200);
  });
});

describe('the tracking and the purchase of an export', () => {
  it('are in its files, and no text becomes a formula', async () => {
    const entityId = await addEntity(app, owner, 'Farm');
    const { id: scheduleId } = await addSchedule(app, owner, entityId);
    const formula = '=HYPERLINK("https://evil.example";1)';
    const body = {
      asset: { kind: 'vehicle' as const, price: 60_000, firstUse: '2025-07-01', businessUse: 62.5 },
      charges: [{ kind: 'other' as const, text: formula, amount: 10 }],
      tradeIn: { amount: 9_010, taxable: true, payout: { amount: 500 } },
      deposit: { amount: 1_500 },
      registered: true,
    };
    const path = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;
    const asOwner = { as: owner.token, params: { entityId, scheduleId } };
    const saved = await app.call(`PUT ${path}/purchase`, { ...asOwner, body });
    expect(saved.status).toBe(200);
    const chosen = [{ categoryId: 'c', optionId: 'o', category: '=1+1', option: formula }];
    const tracking = { xeroTenantId: 'x', chosen };
    await app.table.write({
      update: keys.entity(owner.tenantId, entityId),
      set: {
        tracking: { ...tracking, lines: 'all', isRequired: true, version: 1 },
        xero: { tenantId: 'x', authorisationId: 'a', name: 'Demo', shortCode: '!x', version: 1 },
      },
    });
    await app.table.write({ update: keys.schedule(entityId, scheduleId), set: { tracking } });
    const { files } = await exported(owner.token, { entityId });
    const folder = 'entities/001 Farm';
    expect(json(files, `${folder}/entity.json`)).toMatchObject({ tracking: { chosen, isRequired: true } });
    expect(json(files, `${folder}/schedules-1.json`)).toMatchObject([{ tracking: chosen, purchase: body }]);
    const workbook = unzipSync(files[`${folder}/schedules-1.xlsx`] ?? new Uint8Array());
    const sheets = [1, 3].map((number) =>
      strFromU8(workbook[`xl/worksheets/sheet${number}.xml`] ?? new Uint8Array()),
    );
    const texts = strFromU8(workbook['xl/sharedStrings.xml'] ?? new Uint8Array());
    expect(texts).toContain(`=1+1: =HYPERLINK(`);
    for (const amount of [60_000, 10, 9_010, 500, 1_500]) expect(sheets[1]).toContain(`<v>${amount}</v>`);
    expect(sheets.join()).not.toContain('<f>');
  });
});

const work = (more: Partial<Context> = {}) =>
  makeExport({ ...app, ...more })(eventOf(sent), lambdaContext('exports', Date.now() + 900_000));

const stateOf = async (exportId: string, as = owner.token) =>
  app.call('GET /v1/tenants/exports/{exportId}', { as, params: { exportId } });

/** Makes an organisation too large for an answer. */
async function requestLargeExport(): Promise<string> {
  const entityId = await addEntity(app, owner, 'Farm');
  await addSchedule(app, owner, entityId);
  const key = keys.entity(owner.tenantId, entityId);
  await app.table.write({ update: key, set: { scheduleCount: TOO_MANY } });
  const { status, exportId } = await exported(owner.token);
  expect(status).toBe(202);
  return exportId;
}

describe('an export of more than 500 schedules', () => {
  // Evidence for ASVS 14.1
  it('is made by a job, which notifies the Owner alone', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const exportId = await requestLargeExport();
    expect(sent).toEqual([
      {
        group: queueGroup(owner.tenantId, exportId),
        id: exportId,
        body: { tenantId: owner.tenantId, exportId },
      },
    ]);
    expect((await stateOf(exportId)).body).toEqual({ status: 'queued', progress: 0, url: null });
    expect(await work()).toEqual({ batchItemFailures: [] });
    const [[key, bytes] = ['', new Uint8Array()]] = stored.kept;
    expect(key).toMatch(new RegExp(`^reports/${owner.tenantId}/${exportId}/[\\w-]{43}$`));
    expect(Object.keys(unzipSync(bytes))).toContain('entities/001 Farm/schedules-1.json');
    const name = encodeURIComponent('Engines - 2025-06-01.zip');
    const url = `https://files.example/${key}?name=${name}`;
    expect((await stateOf(exportId)).body).toEqual({ status: 'done', progress: 100, url });
    const isAnnounced = async ({ token }: Person): Promise<boolean> => {
      const { body } = await app.call('GET /v1/messages', { as: token });
      return body.some(({ link }) => link === `/organisations?export=${exportId}`);
    };
    expect([await isAnnounced(owner), await isAnnounced(admin)]).toEqual([true, false]);
  });

  it('is hidden from Admins and from other organisations', async () => {
    const admin = await signUpInto(app, owner, 'Admin');
    const exportId = await requestLargeExport();
    await work();
    expect((await stateOf(exportId, admin.token)).status).toBe(403);
    expect((await stateOf(exportId, (await signUp(app)).token)).status).toBe(404);
  });

  it('reports a failure and succeeds with the next delivery, once', async () => {
    const exportId = await requestLargeExport();
    const full = { ...stored, put: () => Promise.reject(new Error('No room')) };
    expect((await work({ files: full }))?.batchItemFailures).toHaveLength(1);
    expect((await stateOf(exportId)).body).toMatchObject({ status: 'failed', url: null });
    await work();
    await work();
    expect((await stateOf(exportId)).body).toMatchObject({ status: 'done' });
    expect(stored.kept.size).toBe(1);
  });

  // Evidence for ASVS 2.4
  it('is tried once more when it takes too long, and then fails', async () => {
    const exportId = await requestLargeExport();
    let made = 0;
    const endless = {
      ...stored,
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
    expect((await stateOf(exportId)).body).toEqual({ status: 'failed', progress: 0, url: null });
  });
});

it('stops reading files once an archive exceeds its limit', async () => {
  let read = 0;
  const files = async function* () {
    for (const name of ['a', 'b', 'c']) {
      read++;
      yield { name, bytes: new Uint8Array(600) };
    }
  };
  expect(await zipWithin(files(), 1000)).toBeNull();
  expect(read).toBe(2);
});

it.each([
  [[], []],
  [
    [60, 40, 1],
    [[60, 40], [1]],
  ],
  [
    [500, 60, 60],
    [[500], [60], [60]],
  ],
])('groups schedules of %j payments by 100', (counts, parts) => {
  expect(inParts(counts, 100, (count) => count)).toEqual(parts);
});
