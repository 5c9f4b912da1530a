import { expect, it } from 'vitest';
import type { AnswerOf } from '../support/app.ts';
import { readSchedule } from '../support/events.ts';
import { asOwner, journalsInXero } from '../support/syncing.ts';
import { type Choice, divisions, optionsOf } from '../support/tracking.ts';
import { accountIn, createSchedule, startLinked } from '../support/xero.ts';

it('setting several loans up gives each its own choice, and those without one the choice of the call', async () => {
  const work = await startLinked();
  const [one, other] = [await createSchedule(work), await createSchedule(work)];
  const { north, south, shed } = await divisions(one);
  const idOf = (code: string): string => accountIn(work, code);
  const setUp = (kind: 'xero/setup' | 'xero/setup/preview', tracking: Choice, own = south) =>
    work.app.call(`POST /v1/entities/{entityId}/${kind}`, {
      ...asOwner(one),
      body: {
        scheduleIds: [one.scheduleId, other.scheduleId],
        bankAccountId: idOf('090'),
        interestExpenseAccountId: idOf('437'),
        administrationFeeId: idOf('404'),
        liability: 'each',
        // Against an expense, whose line carries the choice.
        opening: { date: '2025-06-01', accountId: idOf('429') },
        autoSync: false,
        tracking,
        loans: [{ scheduleId: other.scheduleId, tracking: [own] }],
      },
    } as never);
  const errorsOf = (answer: object) => (answer as { body: { errors?: object } }).body.errors;
  expect(errorsOf(await setUp('xero/setup/preview', [shed]))).toHaveProperty('tracking');
  expect(errorsOf(await setUp('xero/setup/preview', [north], shed))).toHaveProperty(['loans.0.tracking']);
  const preview = (await setUp('xero/setup/preview', [
    north,
  ])) as AnswerOf<'POST /v1/entities/{entityId}/xero/setup/preview'>;
  const shown = preview.body.journals.map(({ lines }) =>
    lines.flatMap(({ tracking }) => tracking.map(({ option: name }) => name)),
  );
  expect(shown).toEqual([['North block'], ['South block']]);
  await setUp('xero/setup', [north]);
  expect([(await readSchedule(one)).tracking, (await readSchedule(other)).tracking]).toEqual([
    [north],
    [south],
  ]);
  const posted = journalsInXero(one).map(({ JournalLines }) =>
    optionsOf(one, JournalLines).flatMap(([, options]) => options),
  );
  expect(posted.flat().toSorted()).toEqual(['Division: North block', 'Division: South block']);
});
