import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../functions/lib/file-name.ts';
import { openWorkbook } from '../reports/workbook.ts';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { addEntity, addSchedule } from '../support/entities.ts';

const EXPORT = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export';

const app = withTestApp();
const owner = withOwner(app);

async function exported(description: string, accept?: string, name = 'Byron / Söhne') {
  const entityId = await addEntity(app, owner, name);
  const { id: scheduleId } = await addSchedule(app, owner, entityId, { description });
  return app.call(EXPORT, {
    as: owner.token,
    params: { entityId, scheduleId },
    headers: accept === undefined ? {} : { accept },
  });
}

describe('an export', () => {
  it('prints across the page in a named font, with its heads on every page', async () => {
    const files = unzipSync((await exported('HiLux')).body);
    const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array());
    expect(text('xl/worksheets/sheet1.xml')).toContain(
      'orientation="landscape" fitToWidth="1" fitToHeight="0"',
    );
    expect(text('xl/workbook.xml')).toMatch(/Print_Titles" localSheetId="0">&#39;Payments&#39;!\$\d+:\$\d+</);
    expect(text('xl/styles.xml')).not.toMatch(/<font>(?!.*?<name ).*?<\/font>/);
  });

  it('adds up each financial year and all of them by formulas, and splits the balance at 30 June', async () => {
    const { body } = await exported('=HiLux');
    const sheet = (await openWorkbook(body)).get('Payments');
    const rowOf = (label: string): number => sheet?.rowOf(label) ?? 0;
    const amountsIn = (label: string) =>
      ['C', 'D', 'E', 'F', 'G', 'I', 'J'].map((column) => sheet?.value(column + rowOf(label)));
    const cents = (values: unknown[]) =>
      values.map((value) => (typeof value === 'number' ? Math.round(value * 100) / 100 : undefined));
    expect(rowOf('FY2026') - rowOf('FY2025')).toBe(13);
    expect(cents(amountsIn('FY2026'))).toEqual([
      12_000, 0, 3_153.73, 8_846.27, 37_656.6, 9_525.47, 28_131.13,
    ]);
    expect(cents(amountsIn('Total')).slice(0, 4)).toEqual([60_000, 0, 10_000, 50_000]);
    expect(sheet?.value('C2')).toBe('=HiLux');
    const formulas = [...(sheet?.formulas.values() ?? [])];
    expect(formulas).toHaveLength(7 * 4);
    expect(formulas.every((formula) => formula.startsWith('SUBTOTAL(9,'))).toBe(true);
  });

  it('writes a workbook with real dates and numbers, named after entity and schedule', async () => {
    const { status, headers, body } = await exported('HiLux');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('spreadsheetml');
    expect(headers['content-disposition']).toContain(encodeURIComponent('Byron Söhne - HiLux.xlsx'));
    const files = unzipSync(new Uint8Array(body));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).toContain('<v>309.17</v>');
    expect(sheet).toMatch(/<pane[^>]+ySplit="12"/);
    // 15 February 2025 as Excel counts days.
    expect(sheet).toContain('<v>45703</v>');
  });

  it('begins with the contract: its names, loan, frequency, dates, rate and interest', async () => {
    const { body: text } = await exported('HiLux', 'text/csv');
    const lines = text.toString('utf8').replace('\ufeff', '').split('\r\n');
    expect(lines.slice(0, 10)).toEqual([
      'Entity,Byron / Söhne',
      'Schedule,HiLux',
      'Loan amount,50000.00',
      'Frequency,Monthly',
      'Start date,2025-01-15',
      'End date,2030-01-15',
      'Payments,60',
      expect.stringMatching(/^"?Interest rate \(nominal p\.a\.\)"?,7\.42/),
      'Total interest,10000.00',
      'Administration fee (each payment),0.00',
    ]);
    const { body: workbook } = await exported('HiLux', undefined, 'Other');
    const files = unzipSync(new Uint8Array(workbook));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const valueOf = (cell: string) => new RegExp(`<c r="${cell}"[^>]*><v>([^<]*)</v>`).exec(sheet)?.[1];
    expect(['C3', 'C7', 'C9', 'C10'].map(valueOf)).toEqual(['50000', '60', '10000', '0']);
    expect(Number(valueOf('C8'))).toBeCloseTo(0.0742, 4);
  });

  // Evidence for ASVS 5
  it('sends a header that holds any name', async () => {
    const { headers } = await exported("Dad's (old)", undefined, '名🚜');
    const [, name = ''] = /filename\*=UTF-8''([\w.~!%-]+)$/.exec(headers['content-disposition'] ?? '') ?? [];
    expect(decodeURIComponent(name)).toBe("名🚜 - Dad's (old).xlsx");
  });

  it('writes comma-separated text on request', async () => {
    const { headers, body } = await exported('HiLux', 'Text/CSV');
    expect(headers['content-type']).toContain('text/csv');
    const lines = body.toString('utf8').split('\r\n');
    expect(lines).toContain('1,2025-02-15,1000.00,0.00,309.17,690.83,49309.17,No');
    expect(lines).toContain('Total,,60000.00,0.00,10000.00,50000.00,,');
  });

  // Evidence for ASVS 1.2
  it.each(['=1+1', '+61 2 5550', '-cmd', '@SUM(A1)'])(
    'keeps the text %s from becoming a formula',
    async (text) => {
      const { body } = await exported(text, 'text/csv');
      expect(body.toString('utf8')).toContain(`Schedule,'${text}`);
    },
  );

  it.each([
    ['＝1+1', "'＝1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['Ute; =1+1', '"\'Ute, =1+1"'],
    [';-2+3', '"\',-2+3"'],
    ['Ute; red', 'Ute; red'],
  ])('stops spreadsheets from reading %s as a formula', async (text, shown) => {
    const { body } = await exported(text, 'text/csv');
    expect(body.toString('utf8')).toContain(`Schedule,${shown}\r\n`);
  });

  it.each([
    ['a/b\\c:d', 'e', 'a b c d - e.xlsx'],
    ['..', '..', '-.xlsx'],
    ['x'.repeat(300), 'y', `${'x'.repeat(200)}.xlsx`],
    ['名'.repeat(100), 'y', `${'名'.repeat(66)}.xlsx`],
    [`${'x'.repeat(199)}🚜`, 'y', `${'x'.repeat(199)}.xlsx`],
  ])('has a file name that any file system accepts: %s, %s', (entity, schedule, expected) => {
    expect(fileNameOf([entity, schedule], 'xlsx')).toBe(expected);
  });
});
