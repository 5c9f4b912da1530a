import { expectAtWidths } from './axe.ts';
import { addContract, linkEntity, newEntity, newReadyContract, syncPayments, takePlan } from './contracts.ts';
import { chooseItem, expect, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';
import { codeInXero, xeroOrganisation } from './simulators.ts';

/** Chooses an option of Division for every line of an entity's documents. */
async function chooseDivision({ call }: Person, entityId: string, name: string): Promise<void> {
  const { categories } = await call('GET /v1/entities/{entityId}/tracking', { params: { entityId } });
  const division = categories.find((category) => category.name === 'Division');
  const option = division?.options.find((one) => one.name === name);
  await call('PUT /v1/entities/{entityId}/tracking', {
    params: { entityId },
    body: {
      tracking: [{ categoryId: division?.id ?? '', optionId: option?.id ?? '' }],
      lines: 'all',
      isRequired: false,
    },
  });
}

interface TrackedLine {
  readonly Tracking?: readonly { readonly Option: string }[];
}

const optionsOf = (lines: readonly TrackedLine[] = []): string[] =>
  lines.map(({ Tracking = [] }) => Tracking.map(({ Option }) => Option).join());

test('an entity’s tracking is on what is posted, and a loan has a choice of its own', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await enter(page, owner, `/entity/${contract.entityId}`);
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await chooseItem(page, 'Tracking');
  await expect(page.getByLabel('Region')).toHaveCount(0);
  await expectAtWidths(page, 'the tracking of an entity');
  await page.getByLabel('Division', { exact: true }).selectOption('North block');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The tracking was saved.')).toBeVisible();

  await page.goto(contract.path);
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const document = page.getByRole('region', { name: 'Document of payment 1' });
  await expect(document.getByText(/Division: North block/)).toHaveCount(1);
  await expectAtWidths(page, 'the review of tracked payments');
  await page.getByRole('button', { name: /^Confirm and post/ }).click();
  await expect(page.getByText(/1 payment was synced/)).toBeVisible();

  // By the keyboard.
  await page.goto(`${contract.path}/account_settings`);
  await expect(page.getByRole('radio', { name: 'As the entity: Division North block' })).toBeChecked();
  await page.getByRole('radio', { name: 'Own choice' }).press('Space');
  await page.getByLabel('Vehicle', { exact: true }).selectOption('Truck 1');
  await expectAtWidths(page, 'the own tracking of a loan');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The account settings were saved.')).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  const tracked = bankTransactions[0]?.LineItems?.flatMap(({ Tracking = [] }) => Tracking);
  expect(tracked?.map(({ Option }) => Option)).toEqual(['North block']);
});

test('each loan of a set-up has its own tracking, and the preview shows it', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  const xeroName = await linkEntity(product, owner, entityId);
  const names = ['Hino 300', 'Isuzu NPR'];
  for (const description of names)
    await addContract(owner, entityId, { description, startDate: '2026-08-10' });
  await takePlan(product, owner);
  await chooseDivision(owner, entityId, 'North block');
  await enter(page, owner, `/entity/${entityId}/set_up`);
  await page.getByLabel('Bank account').selectOption({ label: '090 – Business Bank Account' });
  await page.getByLabel('Balance against').selectOption({ index: 1 });
  const rows = page.getByRole('region', { name: 'Loans to set up' });
  const chosen = (label: string) => rows.getByLabel(label).locator('option:checked');
  await expect(chosen('Division of Hino 300')).toHaveText('North block');
  await expect(chosen('Vehicle of Hino 300')).toHaveText('None');
  await rows.getByLabel('Division of Hino 300').selectOption('South block');
  await rows.getByLabel('Vehicle of Hino 300').selectOption('Truck 1');
  await rows.getByLabel('Division of Isuzu NPR').selectOption('None');
  const preview = page.getByRole('region', { name: 'What will be created' });
  await expect(preview.getByText('Division: South block, Vehicle: Truck 1').first()).toBeVisible();
  await expect(preview.getByText(/North block/)).toHaveCount(0);
  await expectAtWidths(page, 'the set-up of tracked loans');
  await page.getByRole('button', { name: 'Set up and post' }).click();
  await page.getByRole('button', { name: /^Post \d+ payments$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Posted to Xero' })).toBeVisible();
  const { bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  const all = [
    ...manualJournals.map(({ JournalLines }) => optionsOf(JournalLines)),
    ...bankTransactions.map(({ LineItems }) => optionsOf(LineItems)),
  ];
  expect(new Set(all.map((options) => [...new Set(options)].join(' and ')))).toEqual(
    new Set(['South block,Truck 1', '']),
  );
  const listed = await owner.call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  expect(listed.map(({ description, tracking }) => [description, tracking?.length])).toEqual(
    expect.arrayContaining([
      ['Hino 300', 2],
      ['Isuzu NPR', 0],
    ]),
  );
});

test('corrections, changes and adjusting journals show their tracking before they are posted', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  const { entityId, path, xeroName } = contract;
  await syncPayments(owner, contract, [1]);
  await chooseDivision(owner, entityId, 'North block');
  await codeInXero(product, xeroName, '2025-03-15');

  // The lines that are taken back carry what they carry in Xero, and the loan's its choice.
  await enter(page, owner, path);
  await page.getByRole('switch', { name: 'Sync payment 2', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await review.getByLabel('Move its coding by a journal').check();
  await expect(review.getByText(/Division: North block/)).not.toHaveCount(0);
  await expectAtWidths(page, 'the review of a correction');
  await review.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('1 payment was synced.')).toBeVisible();

  await page.goto(`${path}/change/extra-repayment`);
  await page.getByRole('textbox', { name: 'Date' }).fill('2025-04-01');
  await page.getByLabel('Amount repaid').fill('5000');
  await page.getByRole('radio', { name: /Keep the payments/ }).check();
  const document = page.getByRole('region', { name: /^Spend money to / });
  await expect(document.getByText('Division: North block')).toHaveCount(3);
  await expectAtWidths(page, 'the preview of a change');
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText('Extra repayment: posted to Xero')).toBeVisible();

  await page.goto(`/reports?entityId=${entityId}&date=2025-04-30&view=journal`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Division: North block').first()).toBeVisible();
  await expectAtWidths(page, 'the preview of adjusting journals');
  await page.getByRole('button', { name: 'Post to Xero' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Adjusting journals posted to Xero')).toBeVisible();

  const { bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  const repaid = bankTransactions.find(({ Total }) => Total === 5_000);
  expect(new Set(optionsOf(repaid?.LineItems))).toEqual(new Set(['North block']));
  const [correction, ...adjusting] = manualJournals.map(({ JournalLines }) => optionsOf(JournalLines));
  expect(new Set(correction)).toEqual(new Set(['', 'North block']));
  expect(adjusting.length).toBeGreaterThan(1);
});
