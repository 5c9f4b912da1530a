import { expect, it } from 'vitest';
import { asOwner, paymentsOf, schedulePath, syncNumbers } from '../support/syncing.ts';
import { preview } from '../support/events.ts';
import { accountIn, changeSettings, prepareSchedule, type Prepared } from '../support/xero.ts';

/** Posts a payment. Returns its transaction in Xero, and what the review said about tax before. */
async function post(prepared: Prepared, number: number) {
  const { app } = prepared;
  const ids = (await paymentsOf(prepared)).flatMap((one) => (one.number === number ? [one.id] : []));
  const { body } = await app.call(`POST ${schedulePath}/sync/xero/payments/preview`, {
    ...asOwner(prepared),
    body: { SyncSchedulePayments: ids },
  });
  await syncNumbers(prepared, [number]);
  const posted = app.books().bankTransactions.at(-1);
  const codeOf = new Map(app.books().accounts.map(({ AccountID, Code }) => [AccountID, Code]));
  const reviewed = body.documents.flatMap(({ lines }) => lines.map(({ taxType }) => taxType));
  expect(posted?.LineItems.map(({ TaxType }) => TaxType)).toEqual(reviewed);
  const taxes = posted?.LineItems.map(({ AccountID, TaxType }) => [codeOf.get(AccountID ?? ''), TaxType]);
  return {
    amounts: [posted?.LineAmountTypes, posted?.Total, posted?.TotalTax],
    taxes: Object.fromEntries(taxes ?? []) as Record<string, string>,
    warnings: body.warnings.filter((warning) => warning.includes('BAS Excluded')),
  };
}

// Evidence for Xero taxes, Xero rounding
it('posts fees and interest with the tax rates of their accounts, and the same total', async () => {
  const prepared = await prepareSchedule({ administrationFee: 11 });
  const [first] = (await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared))).body.schedulePayments;
  const total = (first?.payments ?? 0) + 11;

  const taxed = await post(prepared, 1);
  expect(taxed.amounts).toEqual(['Inclusive', total, 1]);
  expect(taxed.taxes).toMatchObject({ 404: 'INPUT', 437: 'EXEMPTEXPENSES', '874.001': 'BASEXCLUDED' });
  expect(taxed.warnings).toEqual([]);

  const withGst = accountIn(prepared, '449');
  await changeSettings(prepared, { interestExpenseAccountId: withGst });
  const warned = await post(prepared, 2);
  expect(warned.taxes).toMatchObject({ 404: 'INPUT', 449: 'BASEXCLUDED' });
  expect(warned.warnings).toEqual([expect.stringContaining('Interest carries no GST')]);
  const several = await prepared.app.call('POST /v1/posting/preview', {
    as: prepared.owner.token,
    body: { scheduleIds: [prepared.scheduleId], through: '2025-06-30', searchXero: true },
  });
  expect(several.body.schedules[0]?.warnings.map(({ message }) => message)).toEqual(
    expect.arrayContaining(warned.warnings),
  );
  const payout = { kind: 'payout', date: '2025-05-01', payoutFigure: 50_000 } as const;
  expect((await preview(prepared, payout)).body.warnings).toEqual(expect.arrayContaining(warned.warnings));

  expect(await changeSettings(prepared, { noTax: true })).toMatchObject({ noTax: true });
  expect(await changeSettings(prepared, {})).toMatchObject({ noTax: true });
  const untaxed = await post(prepared, 3);
  expect(untaxed.amounts).toEqual(['NoTax', total, 0]);
  expect(new Set(Object.values(untaxed.taxes))).toEqual(new Set(['BASEXCLUDED']));
  expect(untaxed.warnings).toEqual([]);
});
