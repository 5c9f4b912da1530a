import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { openWorkbook } from '../reports/workbook.ts';
import { LOAN, repayment } from '../support/division-7a.ts';
import {
  addRegister,
  inRegister,
  postEntries,
  prepareRegister,
  readRegister,
  registerPath,
} from '../support/registers.ts';

it('holds the registers of an entity with their changes and entries, and entered rates', async () => {
  const insurance = await prepareRegister({
    changes: [{ kind: 'amount', from: '2026-11-01', total: 10_800 }],
  });
  insurance.app.clock.advance(1000);
  const loan = await addRegister(insurance, {
    ...LOAN,
    facts: {
      ...LOAN.facts,
      loanYear: 2025,
      lodgmentDay: null,
      amounts: [{ date: '2025-03-01', amount: 1000, note: '' }],
    },
    changes: [repayment({ date: '2025-10-01', amount: 20 })],
  });
  const { app, owner } = insurance;
  await postEntries(insurance, 1);
  await app.call(`POST ${registerPath}/attachments`, {
    ...inRegister(loan),
    body: { name: 'Minute.pdf', size: 8, contentType: 'application/pdf' },
  });
  await app.call('PUT /v1/tenants/benchmarkrates/{year}', {
    as: owner.token,
    params: { year: '2028' },
    body: { rate: 8.5, source: 'RBA' },
  });
  const { body } = await app.call('GET /v1/tenants/export', { as: owner.token });
  if (!(body instanceof Uint8Array)) throw new Error('The export is made later');
  const files = unzipSync(body);
  const fileOf = (end: string) =>
    Object.entries(files).find(([name]) => name.endsWith(end))?.[1] ?? new Uint8Array();
  const json = (end: string): unknown => JSON.parse(strFromU8(fileOf(end)));
  const { revision: _revision, ...own } = await readRegister(insurance);
  const { revision: _other, ...lent } = await readRegister(loan);
  const attachments = [{ name: 'Minute.pdf', size: 8, createdAt: expect.any(String) }];
  expect(json('/registers-1.json')).toEqual([
    { ...own, attachments: [] },
    { ...lent, attachments },
  ]);
  expect(own.changes).toHaveLength(1);
  expect(own.entries[0]).toMatchObject({ state: 'posted', xeroStatus: expect.any(String) });
  expect(json('benchmark-rates.json')).toEqual([{ year: 2028, rate: 8.5, source: 'RBA' }]);
  const book = await openWorkbook(fileOf('/registers-1.xlsx'));
  expect(book.get('Registers')?.value('B2')).toBe('Insurance');
  expect(book.get('Entries')?.value('F2')).toBe(own.entries[0]?.amount);
});
