import { describe, expect, it } from 'vitest';
import { printable } from '../../functions/reports/pdf-draw.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { pdfPages } from './pdf-text.ts';
import { MORTGAGE, withPractice } from './practice.ts';

const practice = withPractice();

async function pages(): Promise<string[][]> {
  const { body, status } = await practice.download('GET /v1/reports/loans', 'application/pdf');
  expect(status).toBe(200);
  return pdfPages(body);
}

describe('the workpaper', () => {
  it('puts short sections on one page, then a page a loan, numbered, and signed by two people', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, WORKED_EXAMPLE);
    const all = await pages();
    const titles = [
      'Summary',
      'Movement',
      'Current and non-current, by date (AASB 101)',
      'Maturity',
      'Interest by financial year',
      'Accrued interest',
      'Tie-out by ledger account',
      'Adjusting journals',
      'Cut-off and arrears',
      'Events of the year and after the date',
      'Cash paid and net debt',
      'Comparatives',
      'Completeness',
      'GST on hire-purchase charges',
      'Class of borrowing and weighted rate',
      'Basis of preparation',
      'Prepared and reviewed',
      'Farm: Toyota HiLux',
    ];
    expect([...new Set(all.flat()).intersection(new Set(titles))]).toEqual(titles);
    expect(all).toHaveLength(5);
    expect(all.at(-1)?.[1]).toBe('Farm: Toyota HiLux');
    for (const [index, texts] of all.entries()) {
      expect(texts[0]).toBe('Byron & Co');
      expect(texts).toContain(`Page ${index + 1} of ${all.length}`);
      expect(texts.filter((text) => /^(Prepared|Reviewed) by __/.test(text))).toHaveLength(2);
    }
    expect(all[0]).toEqual(
      expect.arrayContaining(['46,502.87', '3,153.73', '(12,000.00)', '37,656.60', '0.00']),
    );
    expect(all.at(-1)).toEqual(expect.arrayContaining(['30 June 2026', '9,525.47', '28,131.13']));
  });

  it('repeats the heads of a table that begins below another one and goes on', async () => {
    const entityId = await practice.addEntity('Farm');
    for (let number = 1; number <= 40; number++) {
      await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: `Ute ${number}` });
    }
    const movement = (await pages()).filter((texts) => texts.some((text) => /^Movement( |$)/.test(text)));
    expect(movement.map((texts) => texts[1])).toEqual(['Summary (continued)', 'Movement (continued)']);
    for (const texts of movement)
      expect(texts).toEqual(expect.arrayContaining(['Opening', 'Closing', 'Check']));
    const loans = movement.flatMap((texts) => texts.filter((text) => text.startsWith('Ute ')));
    expect(new Set(loans).size).toBe(40);
  });

  it('puts at most 15 financial years of a loan on a page', async () => {
    const entityId = await practice.addEntity('Farm');
    await practice.addLoan(entityId, MORTGAGE);
    const own = (await pages()).filter((texts) => texts[1]?.startsWith('Farm: Packing shed'));
    const years = own.map((texts) => texts.filter((text) => /^30 June 20\d\d$/.test(text)).length);
    expect(years).toEqual([15, 11]);
  });

  it('shortens long names, and shows characters that its fonts lack as question marks', async () => {
    const entityId = await practice.addEntity('🚜 Söhne (A\\B) – “Café”');
    await practice.addLoan(entityId, { ...WORKED_EXAMPLE, description: 'x'.repeat(255) });
    const [summary = []] = await pages();
    expect(summary).toContain('? Söhne (A\\B) – “Café”');
    expect(summary.find((text) => text.startsWith('xxx'))).toMatch(/^x{10,40}…$/);
    expect(printable('名\u0000é')).toBe('??é');
  });
});
