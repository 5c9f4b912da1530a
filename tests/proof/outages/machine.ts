/** The clock stepping by an hour, and a disk without space, on the machine of the product. */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR, type World } from './world.ts';

const SCHEDULE = '/v1/entities/{entityId}/schedules/{scheduleId}';

export async function clockSteps(world: World): Promise<void> {
  for (const step of [HOUR, -HOUR]) {
    const scene = `Clock ${step > 0 ? 'forwards' : 'backwards'}`;
    const automatic = await world.newSchedule(`${scene}, auto sync`, { autoSync: true });
    const byHand = await world.newSchedule(`${scene}, by hand`, { autoSync: false });
    const ids = await world.duePayments(byHand);
    const token = await world.token();
    const schedule = `/v1/entities/${byHand.entityId}/schedules/${byHand.scheduleId}`;
    const sync = (key: string, payments: readonly string[]) =>
      world.ask(scene, key, `PUT ${schedule}/sync/xero/payments`, { SyncSchedulePayments: payments });
    // The step comes while a posting is under way.
    const [first] = await Promise.all([
      sync(token, ids.slice(0, 2)),
      sleep(100).then(() => world.product.move(step)),
    ]);
    await world.ask(scene, token, 'GET /v1/entities');
    const renewed = await world.token();
    await world.ask(scene, renewed, `GET ${schedule}`);
    await sync(renewed, ids.slice(2));
    await world.untilSynced(scene, automatic);
    const last = await sync(await world.token(), ids);
    if (last.status !== 200) {
      world.findings.add(`${scene}: syncing answers ${last.status} hours later, after ${first.status}`);
    }
    for (const one of [automatic, byHand]) {
      await world.checkBooks(scene, one);
      await world.remove(scene, one);
    }
  }
}

const setFileLimit = (processId: number, bytes: string): void =>
  void execFileSync('prlimit', ['--pid', String(processId), `--fsize=${bytes}:unlimited`]);

/** Writes during a full disk; the file size limit of Linux makes every write of a file fail. */
export async function fullDisk(world: World): Promise<void> {
  const scene = 'Disk full';
  if (process.platform !== 'linux') return;
  const call = await world.owner();
  const { entityId, scheduleId } = await world.newSchedule(scene, { autoSync: false });
  const token = await world.token();
  const rename = (number: number) =>
    world.ask(scene, token, `PATCH /v1/entities/${entityId}/schedules/${scheduleId}`, {
      description: `Description ${number}`,
    });
  const stored = async (): Promise<string> =>
    (await (await world.owner())(`GET ${SCHEDULE}`, { params: { entityId, scheduleId } })).description;
  let expected = scene;

  setFileLimit(world.product.places.processId, '0');
  for (let number = 1; number <= 20; number++) {
    const { status } = await rename(number);
    if (status < 300) expected = `Description ${number}`;
  }
  await world.ask(scene, token, 'GET /v1/entities');
  await world.ask(scene, token, 'POST /v1/entities', { name: 'On a full disk' });
  setFileLimit(world.product.places.processId, 'unlimited');

  for (let number = 101; number <= 150; number++) {
    const { status } = await rename(number);
    if (status < 300) expected = `Description ${number}`;
    else world.findings.add(`${scene}: a write answers ${status} with space on the disk again`);
  }
  await call('GET /v1/entities');
  if ((await stored()) !== expected) world.findings.add(`${scene}: ${await stored()} instead of ${expected}`);
  await world.product.restart();
  if ((await stored()) !== expected) {
    world.findings.add(`${scene}: ${await stored()} instead of ${expected} after a restart`);
  }
  await world.remove(scene, { entityId, scheduleId });
}
