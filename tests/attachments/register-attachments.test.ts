/** Attachments of registers, such as the minute of a dividend. */
import { beforeEach, describe, expect, it } from 'vitest';
import { readAttachments } from '../../functions/records/entities/attachments.ts';
import { filesOfRegister } from '../../functions/records/registers/register.ts';
import { queryAll } from '../../functions/store/table.ts';
import { createTestApp } from '../support/app.ts';
import { LOAN, repayment } from '../support/division-7a.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { memoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { inNewOrganisation, type Person, signUp } from '../support/people.ts';
import { addRegister, inEntity, inRegister, type Registered, registerPath } from '../support/registers.ts';

const ALL = `${registerPath}/attachments` as const;
const ONE = `${ALL}/{attachmentId}` as const;
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n');

let files: MemoryFiles;
let loan: Registered;

beforeEach(async () => {
  files = memoryFiles();
  const app = await createTestApp({ files, startAt: Date.parse('2026-11-28T02:00:00Z') });
  const owner = await signUp(app);
  const entityId = await addEntity(app, owner, 'Harbour Works');
  loan = await addRegister({ app, owner, entityId } as Registered, LOAN);
});

const announce = (to = loan, changes: object = {}) =>
  to.app.call(`POST ${ALL}`, {
    ...inRegister(to),
    body: { name: 'Minute.pdf', size: PDF.length, contentType: 'application/pdf', ...changes },
  });

const inOne = (attachmentId: string, { as, params } = inRegister(loan)) => ({
  as,
  params: { ...params, attachmentId },
});

const listed = async (of = loan) => (await of.app.call(`GET ${ALL}`, inRegister(of))).body;

async function attach(): Promise<string> {
  const { body } = await announce();
  files.send(body.upload.fields['key'] ?? '', PDF);
  const { status } = await loan.app.call(`POST ${ONE}/confirm`, inOne(body.id));
  expect(status).toBe(200);
  return body.id;
}

const bytesOf = async ({ tenantId }: Person, entityId: string) => {
  const entity = await loan.app.table.get({ pk: `T#${tenantId}`, sk: `E#${entityId}` });
  const size = await loan.app.table.get({ pk: `T#${tenantId}`, sk: 'SIZE' });
  const { most, left } = size as unknown as Record<'most' | 'left', Record<string, number>>;
  return [entity?.['fileBytes'], (most['fileBytes'] ?? 0) - (left['fileBytes'] ?? 0)];
};

describe('an attachment of a register', () => {
  it('is listed and can be fetched once it was sent and confirmed', async () => {
    const id = await attach();
    expect(await listed()).toMatchObject([{ id, name: 'Minute.pdf', size: PDF.length }]);
    expect((await loan.app.call(`GET ${ONE}`, inOne(id))).body.url).toContain('Minute.pdf');
    expect([...files.kept.keys()]).toEqual([`attachments/${loan.register.id}/${id}`]);
  });

  it('is refused and deleted when its content is another one', async () => {
    const { body } = await announce();
    files.send(body.upload.fields['key'] ?? '', Buffer.from('<!doctype html>..'));
    const { status, body: problem } = await loan.app.call(`POST ${ONE}/confirm`, inOne(body.id));
    expect([status, problem.code]).toEqual([400, 'attachment/content']);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
    expect(await bytesOf(loan.owner, loan.entityId)).toEqual([0, 0]);
  });

  it('is one of thirty at most, which all free their places after an hour', async () => {
    for (let count = 1; count <= 30; count++) expect((await announce()).status).toBe(201);
    const { status, body } = await announce();
    expect([status, body.code]).toEqual([409, 'attachment/limit-reached']);
    loan.app.clock.advance(60 * 60 * 1000 + 1);
    const { refreshToken } = loan.owner;
    const renewed = await loan.app.call('POST /v1/users/token/refresh', { body: { refreshToken } });
    loan = { ...loan, owner: { ...loan.owner, ...renewed.body } };
    expect((await announce()).status).toBe(201);
    expect(await bytesOf(loan.owner, loan.entityId)).toEqual([PDF.length, PDF.length]);
  });

  it('counts as bytes of the organisation until it, its register or its entity is deleted', async () => {
    const { app, owner, entityId } = loan;
    const id = await attach();
    expect(await bytesOf(owner, entityId)).toEqual([PDF.length, PDF.length]);
    expect((await app.call(`DELETE ${ONE}`, inOne(id))).status).toBe(204);
    expect([await listed(), files.kept.size]).toEqual([[], 0]);
    expect(await bytesOf(owner, entityId)).toEqual([0, 0]);

    await attach();
    expect((await app.call(`DELETE ${registerPath}`, inRegister(loan))).status).toBe(204);
    expect([files.kept.size, await bytesOf(owner, entityId)]).toEqual([0, [0, 0]]);
    expect(await queryAll(app.table, { pk: `R#${loan.register.id}` })).toEqual([]);

    loan = await addRegister(loan, LOAN);
    await attach();
    expect((await app.call('DELETE /v1/entities/{entityId}', inEntity(loan))).status).toBe(204);
    expect([files.kept.size, await bytesOf(owner, entityId)]).toEqual([0, [undefined, 0]]);
    expect(await queryAll(app.table, { pk: `R#${loan.register.id}` })).toEqual([]);
  });

  it('is not announced beside a register that is deleted at the same moment', async () => {
    const { table } = loan.app;
    const transact = table.transact.bind(table);
    table.transact = async (...written) => {
      table.transact = transact;
      await loan.app.call(`DELETE ${registerPath}`, inRegister(loan));
      return transact(...written);
    };
    const { status, body } = await announce();
    expect([status, body.code]).toEqual([404, 'register/unknown']);
    const register = { entityId: loan.entityId, registerId: loan.register.id };
    expect(await readAttachments(table, filesOfRegister(register))).toEqual([]);
  });

  it('stays readable beside an archived register, which takes no other one', async () => {
    const id = await attach();
    await loan.app.call(`POST ${registerPath}/archive`, { ...inRegister(loan), body: { archive: true } });
    expect((await announce()).body.code).toBe('register/archived');
    expect((await loan.app.call(`DELETE ${ONE}`, inOne(id))).body.code).toBe('register/archived');
    expect((await loan.app.call(`GET ${ONE}`, inOne(id))).status).toBe(200);
  });

  it('is found below its own register only', async () => {
    const id = await attach();
    const { app, owner, entityId } = loan;
    const other = await addRegister(loan, { ...LOAN, name: 'Another' });
    expect((await app.call(`GET ${ONE}`, inOne(id, inRegister(other)))).status).toBe(404);
    const { id: scheduleId } = await addSchedule(app, owner, entityId);
    const { status } = await app.call(
      'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}',
      { as: owner.token, params: { entityId, scheduleId, attachmentId: id } },
    );
    expect(status).toBe(404);
  });

  it('leaves the revision of the register as it is, so that a change under way is recorded', async () => {
    const change = repayment({ date: '2026-10-01', amount: 100 });
    const { body } = await loan.app.call(`POST ${registerPath}/changes/preview`, {
      ...inRegister(loan),
      body: change,
    });
    await attach();
    const { status } = await loan.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(loan),
      body: { ...change, revision: body.revision },
    });
    expect(status).toBe(201);
    expect(await bytesOf(loan.owner, loan.entityId)).toEqual([PDF.length, PDF.length]);
  });

  it.each([
    ['as a whole', null],
    ['into one of its name', 'Harbour Works'],
  ])('moves with its entity %s', async (_how, name) => {
    const id = await attach();
    const { app, owner, entityId } = loan;
    const target = await inNewOrganisation(app, owner, 'Target');
    const into =
      name === null
        ? entityId
        : (await app.call('POST /v1/entities', { as: target.token, body: { name } })).body.id;
    const { body } = await app.call('POST /v1/entities/migrate', {
      as: owner.token,
      body: { entities: [entityId], targetTenantId: target.tenantId, mergeConflicts: true },
    });
    expect(body).toMatchObject({ errors: [] });
    const there = { ...loan, owner: target, entityId: into };
    expect(await listed(there)).toMatchObject([{ id }]);
    expect(await bytesOf(owner, entityId)).toEqual([undefined, 0]);
    expect(await bytesOf(target, into)).toEqual([PDF.length, PDF.length]);
    expect((await app.call(`DELETE ${ONE}`, inOne(id, inRegister(there)))).status).toBe(204);
    expect([files.kept.size, await bytesOf(target, into)]).toEqual([0, [0, 0]]);
  });

  it('stands in the audit log by the name of its register', async () => {
    const id = await attach();
    const { body } = await loan.app.call('GET /v1/tenants/audit', { as: loan.owner.token });
    const ofFile = body.filter(({ action }) => action.endsWith('-attachment'));
    expect(ofFile.map(({ action, detail }) => [action, detail])).toEqual(
      expect.arrayContaining([
        ['register/add-attachment', { id, register: LOAN.name }],
        ['register/begin-attachment', { id, name: 'Minute.pdf', size: PDF.length, register: LOAN.name }],
      ]),
    );
  });
});
