import { expect, it } from 'vitest';
import { asOwner, paymentsOf, schedulePath } from '../support/syncing.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

async function warningsOf(prepared: Prepared, numbers: readonly number[], selectedNumbers: number[]) {
  const payments = await paymentsOf(prepared);
  const ids = payments.filter(({ number }) => numbers.includes(number)).map(({ id }) => id);
  const { body } = await prepared.app.call(`POST ${schedulePath}/sync/xero/payments/preview`, {
    ...asOwner(prepared),
    body: { SyncSchedulePayments: ids, selectedNumbers },
  });
  return body.warnings;
}

it('warns about the whole selection when one call previews a part of it', async () => {
  const prepared = await prepareSchedule();
  expect(await warningsOf(prepared, [4], [1, 2, 4])).toEqual([
    '3 payments would be posted before anything opens the liability accounts.',
    'Payment 3 is earlier and not in Xero.',
  ]);
});
