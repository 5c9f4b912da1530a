import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { readAttachments } from '../../functions/records/entities/attachments.ts';
import { filesOfSchedule } from '../../functions/records/schedules/schedule.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { record, undo } from '../support/events.ts';
import { jobsOf } from '../support/jobs.ts';
import { memoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { inNewOrganisation, type Person, signUp } from '../support/people.ts';

const ALL = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments';
const ONE = `${ALL}/{attachmentId}`;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n');
const FILE = { name: 'Contract.pdf', size: PDF.length, contentType: 'application/pdf' } as const;
const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let files: MemoryFiles;
let owner: Person;
let params: { entityId: string; scheduleId: string };

beforeEach(async () => {
  files = memoryFiles();
  app = await createTestApp({ files });
  owner = await signUp(app);
  const entityId = await addEntity(app, owner);
  params = { entityId, scheduleId: (await addSchedule(app, owner, entityId)).id };
});

const announce = (changes: object = {}) =>
  app.call(`POST ${ALL}`, {
    as: owner.token,
    params,
    body: { ...FILE, ...changes },
  });
const call = (method: 'GET' | 'DELETE', attachmentId: string) =>
  app.call(`${method} ${ONE}`, { as: owner.token, params: { ...params, attachmentId } });
const confirm = (attachmentId: string) =>
  app.call(`POST ${ONE}/confirm`, { as: owner.token, params: { ...params, attachmentId } });
const listed = async () => (await app.call(`GET ${ALL}`, { as: owner.token, params })).body;

async function attach(to = params): Promise<string> {
  const { body } = await app.call(`POST ${ALL}`, {
    as: owner.token,
    params: to,
    body: FILE,
  });
  files.send(body.upload.fields['key'] ?? '', PDF);
  const kept = { as: owner.token, params: { ...to, attachmentId: body.id } };
  expect((await app.call(`POST ${ONE}/confirm`, kept)).status).toBe(200);
  return body.id;
}

describe('an attachment', () => {
  it('is listed and can be fetched once it was sent and confirmed', async () => {
    const { status, body } = await announce();
    expect(status).toBe(201);
    expect(await listed()).toEqual([]);
    files.send(body.upload.fields['key'] ?? '', PDF);
    const confirmed = await confirm(body.id);
    expect(confirmed.body).toEqual({
      id: body.id,
      name: 'Contract.pdf',
      size: PDF.length,
      contentType: 'application/pdf',
      createdAt: new Date(app.clock.now()).toISOString(),
    });
    expect(await listed()).toEqual([confirmed.body]);
    expect((await call('GET', body.id)).body.url).toContain('Contract.pdf');
    expect((await confirm(body.id)).body).toEqual(confirmed.body);
  });

  // Evidence for ASVS 5
  it.each([
    ['another type than announced', Buffer.from('\u0089PNG\r\n\u001a\n0123456', 'latin1')],
    ['a page', Buffer.from('<!doctype html>..')],
    ['more bytes than announced', Buffer.concat([PDF, PDF])],
  ])('is refused and deleted when its content is %s', async (_what, bytes) => {
    const { body } = await announce();
    files.send(body.upload.fields['key'] ?? '', bytes);
    const { status, body: problem } = await confirm(body.id);
    expect([status, problem.code]).toEqual([400, 'attachment/content']);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
    expect((await confirm(body.id)).status).toBe(404);
  });

  // Evidence for ASVS 5
  it('is not kept when another file was sent after its check', async () => {
    const { body } = await announce();
    const key = body.upload.fields['key'] ?? '';
    files.send(key, PDF);
    const honest = { ...files };
    files.inspectUpload = async (asked) => {
      const inspected = await honest.inspectUpload(asked);
      files.send(key, Buffer.alloc(PDF.length, '<'));
      return inspected;
    };
    expect((await confirm(body.id)).status).toBe(503);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
    Object.assign(files, honest);
    expect((await confirm(body.id)).body.code).toBe('attachment/content');
  });

  it('is not confirmed before it was sent', async () => {
    const { body } = await announce();
    const { status, body: problem } = await confirm(body.id);
    expect([status, problem.code]).toEqual([409, 'attachment/not-sent']);
  });

  it.each([
    ['size', { size: 10 * 1024 * 1024 + 1 }],
    ['size', { size: 0 }],
    ['contentType', { contentType: 'text/html' }],
    ['name', { name: '' }],
  ])('needs a proper %s', async (field, changes) => {
    const { status, body } = await announce(changes);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
  });

  it('is one of five at most, those just announced included', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => announce()));
    for (let tries = 0; tries < 8; tries++) await announce();
    const { status, body } = await announce();
    expect([status, body.code]).toEqual([409, 'attachment/limit-reached']);
    expect(answers.some((answer) => answer.status === 201)).toBe(true);
    app.clock.advance(HOUR_MS + 1);
    const { refreshToken } = owner;
    const renewed = await app.call('POST /v1/users/token/refresh', { body: { refreshToken } });
    owner = { ...owner, ...renewed.body };
    expect((await announce()).status).toBe(201);
  });

  it('goes with its file when it is deleted, and with its schedule or entity', async () => {
    const id = await attach();
    expect((await call('DELETE', id)).status).toBe(204);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
    expect((await call('GET', id)).status).toBe(404);
    await attach();
    await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as: owner.token, params });
    expect(files.kept.size).toBe(0);
    params = { ...params, scheduleId: (await addSchedule(app, owner, params.entityId)).id };
    await attach();
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params });
    expect(files.kept.size).toBe(0);
  });

  it('is deleted with its file by a repeat after the files could not be reached', async () => {
    const id = await attach();
    const honest = { ...files };
    files.remove = async () => {
      throw new VendorFailure('Files', 503, 'Slow down');
    };
    expect((await call('DELETE', id)).status).toBe(503);
    Object.assign(files, honest);
    expect((await call('DELETE', id)).status).toBe(204);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
  });

  it('goes with its file when the refinance that created its schedule is undone', async () => {
    const here = { app, owner, params };
    const { body: event } = await record(here, {
      kind: 'refinance',
      date: '2026-08-05',
      payoutFigure: 37_396.92,
      newSchedule: { ...WORKED_EXAMPLE, startDate: '2026-08-05' },
    });
    const created = { ...params, scheduleId: event.newScheduleId ?? '' };
    await attach(created);
    expect((await undo(here, event.id)).status).toBe(204);
    await jobsOf(app).run('deletion-sweep');
    expect(files.kept.size).toBe(0);
    expect((await app.table.query({ pk: `S#${created.scheduleId}` })).items).toEqual([]);
  });

  it('is not announced beside a schedule that is deleted at the same moment', async () => {
    const { table } = app;
    const transact = table.transact.bind(table);
    table.transact = async (...written) => {
      table.transact = transact;
      await app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { as: owner.token, params });
      return transact(...written);
    };
    const { status, body } = await announce();
    expect([status, body.code]).toEqual([404, 'schedule/unknown']);
    expect(await readAttachments(table, filesOfSchedule(params))).toEqual([]);
  });

  describe('confirmed while its schedule goes', () => {
    const DELETE = 'DELETE /v1/entities/{entityId}/schedules/{scheduleId}';
    let attachmentId: string;

    beforeEach(async () => {
      const { body } = await announce();
      attachmentId = body.id;
      files.send(body.upload.fields['key'] ?? '', PDF);
    });

    it('leaves no file of a deleted schedule', async () => {
      const honest = { ...files };
      files.keepUpload = async (key) => {
        Object.assign(files, honest);
        await app.call(DELETE, { as: owner.token, params });
        // The bucket copied the upload before the deletion removed the files.
        await files.put(key, PDF);
      };
      const { status, body: problem } = await confirm(attachmentId);
      expect([status, problem.code]).toEqual([409, 'attachment/busy']);
      expect(files.kept.size).toBe(0);
    });

    it('keeps the file that another call confirmed before the schedule moved', async () => {
      const target = await inNewOrganisation(app, owner, 'Target');
      const entityName = (await app.call('GET /v1/entities', { as: owner.token })).body[0]?.name;
      const into = await addEntity(app, target, entityName);
      const honest = { ...files };
      files.keepUpload = async (key) => {
        Object.assign(files, honest);
        expect((await confirm(attachmentId)).status).toBe(200);
        const body = { entities: [params.entityId], targetTenantId: target.tenantId, mergeConflicts: true };
        expect((await app.call('POST /v1/entities/migrate', { as: owner.token, body })).status).toBe(200);
        await files.put(key, PDF);
      };
      const { status, body: problem } = await confirm(attachmentId);
      expect([status, problem.code]).toEqual([404, 'schedule/unknown']);
      const moved = { as: target.token, params: { ...params, entityId: into } };
      expect((await app.call(`GET ${ALL}`, moved)).body).toMatchObject([{ id: attachmentId }]);
      expect(files.kept.size).toBe(1);
    });
  });

  it('stays readable beside an archived schedule, which takes no other one', async () => {
    const id = await attach();
    await app.call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', {
      as: owner.token,
      params,
      body: { archive: true },
    });
    expect((await announce()).body.code).toBe('schedule/archived');
    expect((await call('DELETE', id)).body.code).toBe('schedule/archived');
    expect((await call('GET', id)).status).toBe(200);
  });
});
