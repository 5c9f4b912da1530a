import { addContract, newReadyContract } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { actInXero } from './simulators.ts';

test('many payments are reviewed, posted and taken back, with what Xero keeps', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner, {
    description: 'Isuzu NPR',
    startDate: '2025-01-15',
    schedulePaymentPlans: [{ number: 1, qty: 3, amount: 18_000 }],
  });
  await addContract(owner, contract.entityId, { description: 'Hino 300' });
  await enter(page, owner, `/entity/${contract.entityId}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Sync', exact: true }).click();

  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review).toContainText('3 payments of 1 loan, 15th Feb 2025 – 15th Apr 2025, $54,000.00');
  await expect(review).toContainText('3 payments would be posted before anything opens');
  await expect(review).toContainText('Not included: Hino 300.');
  await page.screenshot({ path: test.info().outputPath('review.png') });
  await review.getByRole('button', { name: 'Post 3 payments' }).click();

  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted).toContainText('3 of 3 posted');
  await page.screenshot({ path: test.info().outputPath('posted.png') });
  await actInXero(product, contract.xeroName, 2, 'reconcile');
  await posted.getByRole('button', { name: 'Undo this batch' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(posted).toContainText('2 payments deleted in Xero and unsynced. 1 payment kept:');
  await expect(posted).toContainText('Payment 2: Unreconcile it in Xero first.');
  await page.screenshot({ path: test.info().outputPath('undone.png') });
});
