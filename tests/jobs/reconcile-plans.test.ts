import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../functions/store/keys.ts';
import { type BillingWorld, createBillingWorld, plans } from '../plans/billing-world.ts';
import { type Jobs, jobsOf } from '../support/jobs.ts';
import { signIn, signUp } from '../support/people.ts';
import { prepareAnother, prepareSchedule } from '../support/xero.ts';

const DAY = 86_400_000;

describe('subscriptions', () => {
  let world: BillingWorld;
  let jobs: Jobs;

  beforeEach(async () => {
    world = await createBillingWorld();
    jobs = jobsOf(world.app);
  });
  afterEach(() => world.close());

  const nightly = () => {
    world.app.clock.advance(DAY);
    const scheduledTime = new Date(world.app.clock.now()).toISOString().replace(/\.\d+/, '');
    return jobs.run('reconcile-plans', { scheduledTime });
  };

  /** Access tokens expire after 15 minutes, so this signs in again. */
  const inForce = async () => {
    const as = (await signIn(world.app, world.owner.email)).token;
    return (await world.app.call('GET /v1/tenants/subscription', { as })).body;
  };

  it('are read every night, so a lost webhook costs a day at most', async () => {
    await world.subscribe('price_practice_month');
    expect((await nightly()).result).toMatchObject({ organisations: 1, planChanges: 1 });
    expect(await inForce()).toMatchObject({ id: plans.practice });
    await world.bringTo('canceled');
    await nightly();
    expect(await inForce()).toMatchObject({ id: plans.free, maxConnections: 0 });
  });

  it('are read only for organisations with a customer at Stripe', async () => {
    await signUp(world.app);
    expect((await nightly()).result).toMatchObject({ organisations: 0 });
  });

  it('are read once a night, even when the timer fires twice', async () => {
    await world.subscribe('price_practice_month');
    const { result: first } = await nightly();
    const { result: second } = await jobs.run('reconcile-plans', {
      scheduledTime: new Date(world.app.clock.now() + 1000).toISOString().replace(/\.\d+/, ''),
    });
    expect([first.organisations, second.organisations]).toEqual([1, 0]);
  });

  it('are counted as left when the time of a run is over, and read by the next run', async () => {
    await world.subscribe('price_practice_month');
    let now = world.app.clock.now() + DAY;
    const hurried = jobsOf({ ...world.app, clock: { now: () => (now += DAY / 2) } });
    const scheduledTime = new Date(now).toISOString();
    const { result } = await hurried.run('reconcile-plans', { scheduledTime });
    expect(result).toMatchObject({ organisations: 0, left: 1 });
    expect((await nightly()).result).toMatchObject({ organisations: 1, left: 0 });
  });

  it('continue with the others after one cannot be read, and retry it the next day', async () => {
    await world.subscribe('price_practice_month');
    await world.control('POST', 'faults', { rules: [{ kind: 'status', status: 500 }] });
    expect((await nightly()).result).toMatchObject({ organisations: 0, failed: 1 });
    await world.control('DELETE', 'faults');
    expect((await nightly()).result).toMatchObject({ organisations: 1, planChanges: 1 });
  });

  it('are read at once on a run by hand', async () => {
    await world.anticipate(await world.subscribe('price_practice_month'));
    await world.bringTo('canceled');
    expect((await jobs.run('reconcile-plans')).result).toMatchObject({ organisations: 1, planChanges: 1 });
  });
});

describe('connections in use', () => {
  /** Creates an organisation with two connected schedules and a customer at Stripe. */
  async function connectedTwice() {
    const prepared = await prepareSchedule();
    await prepareAnother(prepared, { description: 'Crane' });
    const { app, owner } = prepared;
    const place = { gsi2pk: 'PLAN#0', gsi2sk: `2025-05-31#${owner.tenantId}` };
    await app.table.write({ update: keys.organisation(owner.tenantId), set: place });
    // Without a subscription, only a manually set plan keeps its limit.
    const jobs = jobsOf({ ...app, billing: { ...app.billing, currentSubscription: async () => null } });
    const counters = async () => {
      const organisation = await app.table.get(keys.organisation(owner.tenantId));
      const entity = await app.table.get(keys.entity(owner.tenantId, prepared.entityId));
      return { used: organisation?.['used'], connected: entity?.['connected'] };
    };
    const reports = () =>
      app.logged.filter(({ message }) => message === 'a counter of connections is corrected');
    return { ...prepared, jobs, counters, reports };
  }

  it('keep a correct count', async () => {
    const { jobs, counters, reports } = await connectedTwice();
    expect((await jobs.run('reconcile-plans')).result).toMatchObject({
      organisations: 1,
      countersCorrected: 0,
    });
    expect(await counters()).toEqual({ used: 2, connected: 2 });
    expect(reports()).toEqual([]);
  });

  it('correct and report a wrong count', async () => {
    const { app, owner, entityId, jobs, counters, reports } = await connectedTwice();
    await app.table.write({ update: keys.organisation(owner.tenantId), set: { used: 4 } });
    await app.table.write({ update: keys.entity(owner.tenantId, entityId), set: { connected: 1 } });
    expect((await jobs.run('reconcile-plans')).result).toMatchObject({ countersCorrected: 2 });
    expect(await counters()).toEqual({ used: 2, connected: 2 });
    expect(reports()).toMatchObject([
      { level: 'INFO', tenantId: owner.tenantId, subject: `entity ${entityId}`, was: 1, is: 2 },
      { level: 'INFO', subject: 'organisation', was: 4, is: 2 },
    ]);
  });
});
