import { expect, it } from 'vitest';
import { asOwner, paymentIds, schedulePath } from '../support/syncing.ts';
import { prepareSchedule } from '../support/xero.ts';

it('warns about the whole selection when one call previews a part of it', async () => {
  const prepared = await prepareSchedule();
  const { body } = await prepared.app.call(`POST ${schedulePath}/sync/xero/payments/preview`, {
    ...asOwner(prepared),
    body: { SyncSchedulePayments: await paymentIds(prepared, [4]), selectedNumbers: [1, 2, 4] },
  });
  expect(body.warnings).toEqual([
    '3 payments would be posted before anything opens the liability accounts.',
    'Payment 3 is earlier and not in Xero.',
  ]);
});
