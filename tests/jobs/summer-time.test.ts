/** Jobs around the changes of summer time: called twice, late and concurrently. */
import { describe, expect, it } from 'vitest';
import { jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { changeSettings, linkTo, prepareAnother, type Prepared, startWork } from '../support/xero.ts';

const HOUR = 3_600_000;

/** Sundays with a weekly payment; `midnight` is their start in Sydney. */
const CHANGES = [
  { change: 'begins', due: '2025-10-05', start: '2025-09-28', midnight: '2025-10-04T14:00:00Z', hours: 23 },
  { change: 'ends', due: '2026-04-05', start: '2026-03-29', midnight: '2026-04-04T13:00:00Z', hours: 25 },
];

/** Creates a weekly schedule with auto sync from an instant on. */
async function prepareFor(startDate: string, from: number): Promise<Prepared> {
  const { app, owner: before, entityId } = await startWork();
  app.clock.advance(from - app.clock.now());
  const owner = { ...before, ...(await signIn(app, before.email)) };
  await linkTo(app, owner, entityId);
  const weekly = { startDate, paymentFrequency: 'weekly' } as const;
  const prepared = await prepareAnother({ app, owner, entityId }, weekly);
  await changeSettings(prepared, { autoSync: true });
  return prepared;
}

const posted = ({ app }: Prepared) =>
  app.books().bankTransactions.map(({ DateString }) => DateString.slice(0, 10));

describe.each(CHANGES)('summer time that $change', ({ due, start, midnight, hours }) => {
  const begins = Date.parse(midnight);
  const callAt = (at: number) => ({ scheduledTime: new Date(at).toISOString().replace('.000', '') });

  it('posts payments due from midnight in Sydney on, however the timer fires', async () => {
    const prepared = await prepareFor(start, begins - 3 * HOUR);
    const { app } = prepared;
    const jobs = jobsOf(app);
    for (let at = begins - 2 * HOUR; at < begins; at += HOUR) {
      app.clock.advance(at - app.clock.now());
      await Promise.all([jobs.run('auto-sync', callAt(at)), jobs.run('auto-sync', callAt(at))]);
      expect(posted(prepared)).toEqual([]);
    }
    for (let hour = 0; hour < hours; hour++) {
      const at = begins + hour * HOUR;
      // Each call runs twice at once, and again an hour late.
      app.clock.advance(at - app.clock.now());
      await Promise.all([jobs.start('auto-sync', callAt(at)), jobs.start('auto-sync', callAt(at))]);
      await Promise.all(jobs.waiting.splice(0).map((message) => jobs.processQueue([message])));
      await jobs.run('auto-sync', callAt(at - HOUR));
      expect(posted(prepared)).toEqual([due]);
    }
  });

  it('announces the day’s payments once', async () => {
    const prepared = await prepareFor(start, begins - 30 * HOUR);
    const { app } = prepared;
    const jobs = jobsOf(app);
    // 6:30 on both days.
    const mornings = [begins - 24 * HOUR + 6.5 * HOUR, begins + (hours - 24 + 6.5) * HOUR];
    for (const at of mornings) {
      app.clock.advance(at - app.clock.now());
      await Promise.all([jobs.run('messages', callAt(at)), jobs.run('messages', callAt(at))]);
      await jobs.run('messages', callAt(at));
    }
    const { token } = await signIn(app, prepared.owner.email);
    const { body } = await app.call('GET /v1/messages', { as: token });
    const day = `${new Date(due).getUTCDate()}th`;
    const naming = body.filter(
      ({ subject, message }: { subject: string; message: string }) =>
        subject.includes('within 7 days') && message.includes(`payment 1 on ${day}`),
    );
    expect(naming).toHaveLength(1);
  });
});
