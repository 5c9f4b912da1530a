/** The tracking of a connection: what may be chosen, and by whom. */
import { beforeEach, expect, it, vi } from 'vitest';
import { addEntity } from '../support/entities.ts';
import { auditDetails } from '../support/events.ts';
import { signUp } from '../support/people.ts';
import { inXero, MINUTE, syncNumbers } from '../support/syncing.ts';
import {
  changeInXero,
  choose,
  divisions,
  option,
  optionsOf,
  READ,
  readTracking,
  SAVE,
  UNAVAILABLE,
} from '../support/tracking.ts';
import { BAKERY, linkTo, type Prepared, prepareSchedule, startWork } from '../support/xero.ts';

let truck: Prepared;

beforeEach(async () => {
  truck = await prepareSchedule();
});

it('the tracking of an entity lists archived categories, and is stored, audited and guarded by a revision', async () => {
  const { revision, ...before } = await readTracking(truck);
  expect(before).toMatchObject({
    categories: [
      { name: 'Division', isArchived: false },
      { name: 'Vehicle', isArchived: false },
      { name: 'Region', isArchived: true },
    ],
    tracking: [],
    lines: 'profit-and-loss',
    isRequired: false,
  });
  const { north } = await divisions(truck);
  const saved = await choose(truck, [north], { revision, lines: 'all', isRequired: true });
  expect(saved.body).toMatchObject({ tracking: [north], lines: 'all', isRequired: true });
  expect(await readTracking(truck)).toEqual(saved.body);
  expect(await auditDetails(truck, 'entity/set-tracking')).toMatchObject([
    { tracking: 'Division North block' },
  ]);
  expect(await choose(truck, [], { revision })).toMatchObject({
    status: 409,
    body: { code: 'tracking/changed' },
  });
});

it('an entity keeps the first of two saves from one revision', async () => {
  const { north, south } = await divisions(truck);
  const { revision } = await readTracking(truck);
  const { table } = truck.app;
  vi.spyOn(table, 'transact').mockImplementationOnce(async (...writes) => {
    expect((await choose(truck, [south], { revision })).status).toBe(200);
    return table.transact(...writes);
  });
  expect(await choose(truck, [north], { revision })).toMatchObject({
    status: 409,
    body: { code: 'tracking/changed' },
  });
  expect((await readTracking(truck)).tracking).toEqual([south]);
});

it('a choice is refused at tracking for what a line can’t carry', async () => {
  const { north, south, shed } = await divisions(truck);
  const truck1 = await option(truck, 'Vehicle', 'Truck 1');
  const coast = await option(truck, 'Region', 'Coast');
  const unknown = { ...north, optionId: 'nowhere' };
  for (const tracking of [[north, south], [shed], [coast], [unknown], [north, truck1, coast]]) {
    expect(await choose(truck, tracking)).toMatchObject({
      status: 400,
      body: { errors: { tracking: [expect.any(String)] } },
    });
  }
  expect((await choose(truck, [north, truck1])).status).toBe(200);
});

it('a choice needs a link, and is empty under another organisation', async () => {
  await choose(truck, [(await divisions(truck)).north], { isRequired: true });
  const work = await startWork();
  const unlinked = await work.app.call(READ, { as: work.owner.token, params: { entityId: work.entityId } });
  expect(unlinked).toMatchObject({ status: 409, body: { code: 'connection/not-linked' } });
  await linkTo(truck.app, truck.owner, truck.entityId, BAKERY);
  expect(await readTracking(truck)).toMatchObject({ tracking: [], isRequired: false });
});

it('a category of 100 options lists them all, and documents carry the last one whatever its name is', async () => {
  const { trackingCategories } = truck.app.core.state.records;
  const division = [...trackingCategories.values()].find(({ name }) => name === 'Division');
  if (!division) throw new Error('There is no category');
  const more = Array.from({ length: 97 }, (_each, index) => ({
    id: `option-${index}`,
    name: index === 96 ? `=1+1;@“🚜” ${'x'.repeat(88)}` : `Block ${index}`,
    status: 'ACTIVE' as const,
  }));
  for (const category of [...trackingCategories.values()].filter(({ name }) => name === 'Division')) {
    trackingCategories.set(category.id, { ...category, options: [...category.options, ...more] });
  }
  truck.app.clock.advance(2 * MINUTE);
  const listed = (await readTracking(truck)).categories.find(({ name }) => name === 'Division')?.options;
  expect(listed).toHaveLength(100);
  const last = await option(truck, 'Division', more[96]?.name ?? '');
  expect((await choose(truck, [last])).status).toBe(200);
  await syncNumbers(truck, [1]);
  expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
    `Division: ${more[96]?.name}`,
  ]);
});

it('an option deleted in Xero shows as archived where it is chosen, and is refused like one', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  changeInXero(truck, north.categoryId, { status: 'DELETED' });
  truck.app.clock.advance(2 * MINUTE);
  const { categories, tracking } = await readTracking(truck);
  expect(tracking).toEqual([north]);
  expect(categories.find(({ id }) => id === north.categoryId)).toMatchObject({
    name: 'Division',
    isArchived: true,
    options: [{ id: north.optionId, name: 'North block', isArchived: true }],
  });
  expect(await syncNumbers(truck, [1])).toMatchObject(UNAVAILABLE);
  changeInXero(truck, north.categoryId, { status: 'ACTIVE' });
  changeInXero(truck, north.categoryId, { name: 'Cost centre' });
  await syncNumbers(truck, [1]);
  expect(optionsOf(truck, inXero(truck)[0]?.LineItems).flatMap(([, options]) => options)).toEqual([
    'Cost centre: North block',
  ]);
});

it('two customers of one Xero organisation choose apart, and neither reaches the choice of the other', async () => {
  const { north } = await divisions(truck);
  await choose(truck, [north]);
  const stranger = await signUp(truck.app);
  const as = stranger.token;
  const body = { tracking: [], lines: 'all' as const, isRequired: true };
  const params = { entityId: truck.entityId };
  expect((await truck.app.send(READ, { as, params })).status).toBe(404);
  expect((await truck.app.send(SAVE, { as, params, body })).status).toBe(404);
  const entityId = await addEntity(truck.app, stranger, 'Orchard');
  await linkTo(truck.app, stranger, entityId);
  const { body: theirs } = await truck.app.call(READ, { as, params: { entityId } });
  expect(theirs).toMatchObject({ tracking: [], isRequired: false });
  expect((await truck.app.call(SAVE, { as, params: { entityId }, body })).status).toBe(200);
  expect(await readTracking(truck)).toMatchObject({
    tracking: [north],
    lines: 'profit-and-loss',
    isRequired: false,
  });
  // Options of another organisation are unknown in this one.
  await linkTo(truck.app, stranger, entityId, BAKERY);
  const foreign = await truck.app.send(SAVE, {
    as,
    params: { entityId },
    body: { ...body, tracking: [north] },
  });
  expect(foreign.status).toBe(400);
});
