/** The working paper of spreads in the year-end pack. */
import { describe, expect, it } from 'vitest';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { INSURANCE } from '../support/contracts.ts';
import {
  addRegister,
  inRegister,
  readRegister,
  type Registered,
  registerPath,
} from '../support/registers.ts';
import { startWork } from '../support/xero.ts';
import { pdfPages } from './pdf-text.ts';
import { openWorkbook } from './workbook.ts';

const REPORT = 'GET /v1/reports/loans';
const DATE = '2027-06-30';

async function prepare(): Promise<Registered> {
  const work = await startWork();
  const facts = { ...INSURANCE.facts, from: '2027-03-15', to: '2028-03-14' };
  const registered = await addRegister(work, { facts });
  await addRegister(work, { name: 'Ended', facts: { ...facts, from: '2025-07-01', to: '2026-06-30' } });
  await addRegister(work, { name: 'Not begun', facts: { ...facts, from: '2027-07-01', to: '2028-06-30' } });
  await addRegister(work, {
    name: 'Borrowing costs',
    facts: {
      ...facts,
      purpose: 'borrowing-costs',
      amount: 1670,
      from: '2026-07-17',
      to: null,
      supplier: 'Lender',
      deductibleShare: 81.339_713,
    },
  });
  return registered;
}

async function paper({ app, owner }: Registered, date = DATE) {
  const { body } = await app.call(REPORT, { as: owner.token, query: { date } });
  if (!('workingPapers' in body)) throw new Error('The report is made later');
  const found = body.workingPapers.find(({ id }) => id === 'spread');
  if (!found) throw new Error('The pack has no paper of spreads');
  return found;
}

const download = async ({ app, owner }: Registered, accept: string): Promise<Buffer> => {
  const { status, body } = await app.send(REPORT, {
    as: owner.token,
    query: { date: DATE },
    headers: { accept },
  });
  expect(status).toBe(200);
  return body as Buffer;
};

describe('the working paper of spreads', () => {
  it('shows those of the year in every format, for an entity without loans', async () => {
    const registered = await prepare();
    const { columns, rows } = await paper(registered);
    expect(columns.map(({ id }) => id)).toEqual([
      'entity',
      'name',
      'supplier',
      'from',
      'to',
      'opening',
      'added',
      'recognised',
      'writtenOff',
      'closing',
      'current',
      'nonCurrent',
      'deductible',
    ]);
    expect(rows).toMatchObject([
      {
        name: 'Borrowing costs',
        from: '2026-07-17',
        to: '2031-07-16',
        opening: 0,
        added: 1670,
        recognised: 319.18,
        closing: 1350.82,
        deductible: 259.62,
      },
      {
        entityId: registered.entityId,
        name: 'Insurance',
        supplier: 'Insurer',
        opening: 0,
        added: 12_000,
        recognised: 3540.98,
        writtenOff: 0,
        closing: 8459.02,
        current: 8459.02,
        nonCurrent: 0,
        deductible: null,
      },
    ]);
    const sheet = (await openWorkbook(await download(registered, XLSX_TYPE))).get('Prepayments');
    const formulas = [...(sheet?.formulas.keys() ?? [])].map((address) => sheet?.value(address));
    expect(formulas).toEqual(expect.arrayContaining([8459.02, 1350.82]));
    const pages = pdfPages(await download(registered, 'application/pdf'));
    const own = pages.find((texts) => texts.some((text) => text.startsWith('Prepayments and borrowing')));
    expect(own).toEqual(expect.arrayContaining(['Insurance', '3,540.98', '8,459.02']));
  });

  it('shows the entry of a write-off apart, and leaves archived ones out when asked', async () => {
    const registered = await prepare();
    const { revision } = await readRegister(registered);
    const change = { kind: 'write-off', date: '2027-08-05', note: '', revision } as const;
    const { status } = await registered.app.call(`POST ${registerPath}/changes`, {
      ...inRegister(registered),
      body: change,
    });
    expect(status).toBe(201);
    const rows = async () => (await paper(registered, '2028-06-30')).rows;
    const row = (await rows()).find(({ name }) => name === 'Insurance');
    expect(row).toMatchObject({ opening: 8459.02, added: 0, writtenOff: 7442.62, closing: 0 });
    await registered.app.call(`POST ${registerPath}/archive`, {
      ...inRegister(registered),
      body: { archive: true },
    });
    expect((await rows()).map(({ name }) => name)).toContain('Insurance');
    const { body } = await registered.app.call(REPORT, {
      as: registered.owner.token,
      query: { date: '2028-06-30', includeArchived: 'false' },
    });
    expect(JSON.stringify(body)).not.toContain('Insurance');
  });
});
