import { beforeEach, describe, expect, it } from 'vitest';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';

const LIST = 'GET /v1/entities/{entityId}/schedules';
const ONE = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
const PUT = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}';
const ARCHIVE = 'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive';
const PATCH = 'PATCH /v1/entities/{entityId}/schedules/{scheduleId}';
const EXPORT = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export';

const CONTRACT = {
  lender: 'Westpac',
  contractNumber: 'WBC-4471',
  asset: 'Toyota HiLux 2025',
  kind: 'chattel-mortgage',
  contractRate: 7.42,
  notes: 'Guaranteed by A. Byron.\nReview in June.',
};

const app = withTestApp();
const owner = withOwner(app);
let params: { entityId: string; scheduleId: string };

beforeEach(async () => {
  const entityId = await addEntity(app, owner);
  const { id: scheduleId } = await addSchedule(app, owner, entityId, CONTRACT);
  params = { entityId, scheduleId };
});

const read = async () => (await app.call(ONE, { as: owner.token, params })).body;
const patch = (body: object) => app.call(PATCH, { as: owner.token, params, body });

describe('contract fields', () => {
  it('read back as they were sent, in the schedule and, but for the notes, in the list', async () => {
    expect(await read()).toMatchObject(CONTRACT);
    const { body } = await app.call(LIST, { as: owner.token, params });
    const { notes: _, ...listed } = CONTRACT;
    expect(body[0]).toMatchObject(listed);
    expect(body[0]).not.toHaveProperty('notes');
  });

  it('change one by one, and an empty text clears one', async () => {
    const { status, body } = await patch({ lender: 'ANZ', notes: '', kind: '', contractRate: null });
    expect(status).toBe(200);
    const expected = { ...CONTRACT, lender: 'ANZ', notes: '', kind: '', contractRate: null };
    expect(body).toMatchObject({ ...expected, description: 'Toyota HiLux' });
    expect(await read()).toEqual(body);
  });

  it('keep a rate of 0 %, which isn’t the same as none', async () => {
    expect((await patch({ contractRate: 0 })).body.contractRate).toBe(0);
    expect((await read()).contractRate).toBe(0);
  });

  it('stay when the terms change without them, and change with a PUT that names them', async () => {
    const put = (more: object) =>
      app.call(PUT, { as: owner.token, params, body: { ...WORKED_EXAMPLE, loanAmount: 49_000, ...more } });
    expect((await put({})).body).toMatchObject(CONTRACT);
    expect((await put({ asset: 'Ute', notes: 'New' })).body).toMatchObject({
      ...CONTRACT,
      asset: 'Ute',
      notes: 'New',
    });
  });

  it.each([
    ['lender', 'x'.repeat(256)],
    ['contractNumber', 'x'.repeat(51)],
    ['asset', 'a\u0000b'],
    ['kind', 'lease'],
    ['notes', 'x'.repeat(2001)],
    ['lender', null],
    ['contractRate', '7.42'],
    ['contractRate', -1],
    ['contractRate', 1001],
  ])('refuse a %s that can’t be stored', async (field, value) => {
    const { status, body } = await patch({ [field]: value });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {})).toEqual([field]);
  });

  it('refuse a PATCH that names none of them', async () => {
    expect((await patch({ autoSync: true })).status).toBe(400);
  });

  it('stay as they are on an archived schedule, whose name may change', async () => {
    await app.call(ARCHIVE, {
      as: owner.token,
      params,
      body: { archive: true },
    });
    expect(await patch({ lender: 'ANZ' })).toMatchObject({
      status: 409,
      body: { code: 'schedule/archived' },
    });
    expect((await patch({ description: 'Sold HiLux' })).status).toBe(200);
    expect(await read()).toMatchObject({ ...CONTRACT, description: 'Sold HiLux' });
  });

  it('make another revision, so that a change typed on the old one is refused', async () => {
    const { revision } = await read();
    await patch({ lender: 'ANZ' });
    const body = { ...WORKED_EXAMPLE, revision };
    expect((await app.call(PUT, { as: owner.token, params, body })).status).toBe(409);
  });

  it('stand in the export', async () => {
    const { body } = await app.call(EXPORT, {
      as: owner.token,
      params,
      headers: { accept: 'text/csv' },
    });
    expect(body.toString()).toContain(
      'Lender,Westpac\r\nContract number,WBC-4471\r\nAsset,Toyota HiLux 2025\r\nKind,Chattel mortgage\r\nContract rate,7.42 %\r\n',
    );
  });
});
