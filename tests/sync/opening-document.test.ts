import { expect, it } from 'vitest';
import { prepareSchedule } from '../support/xero.ts';

const schedulePath = '/v1/entities/{entityId}/schedules/{scheduleId}';

it('posts the opening journal with its date, text, tax treatment and lines', async () => {
  const { app, owner, params } = await prepareSchedule();
  const asOwner = { as: owner.token, params };
  const { body: template } = await app.call(`GET ${schedulePath}/templates/openingbalancejournal`, {
    ...asOwner,
    query: { date: '2025-02-20' },
  });
  const truck = app.books().accounts.find(({ Name }) => Name === 'Motor Vehicles')?.AccountID ?? '';
  const balance = template.lineItems.reduce((sum, { amount }) => sum + amount, 0);
  const own = { description: 'Truck', accountId: truck, taxType: 'BASEXCLUDED', amount: -balance } as const;
  const { status } = await app.call(`PUT ${schedulePath}/sync/xero/openingbalancejournal`, {
    ...asOwner,
    body: {
      date: '2025-02-20',
      description: 'Balances taken over',
      lineAmountTypes: 'Inclusive',
      lineItems: [...template.lineItems, own],
    },
  });
  expect(status).toBe(200);
  expect(app.books().manualJournals).toMatchObject([
    {
      DateString: expect.stringContaining('2025-02-20'),
      Narration: expect.stringMatching(/^Balances taken over \[/),
      LineAmountTypes: 'Inclusive',
      Status: 'POSTED',
      JournalLines: [...template.lineItems, own].map(({ description, accountId, taxType, amount }) => ({
        Description: description,
        AccountID: accountId,
        TaxType: taxType,
        LineAmount: amount,
      })),
    },
  ]);
});
