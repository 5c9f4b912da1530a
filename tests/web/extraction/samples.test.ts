import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dollars } from '../../../web/extraction/table-rows.ts';
import { readBytes } from '../../../web/reading/read-bytes.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/reading');

/** The expected reading of a sample document. */
interface Sample {
  readonly file: string;
  readonly style: string;
  readonly outcome: string;
  readonly password?: string;
  readonly tables: readonly {
    readonly loanAmount: string;
    readonly rows: readonly (readonly string[])[];
    readonly fee?: string;
    readonly disagreeing?: readonly number[];
  }[];
  readonly terms: Readonly<Record<string, unknown>>;
  readonly findings: readonly string[];
}

const samples = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Sample);

const bytesOf = (file: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, file)));

describe('a sample document', () => {
  it.each(samples)('is read as stated: $file ($style)', async ({ file, password, ...expected }) => {
    const reading = await readBytes(bytesOf(file), { password });
    expect(reading.outcome).toBe(expected.outcome);
    expect(
      reading.tables.map(({ loan, rows }) => ({
        loan: dollars(loan ?? 0),
        fee: dollars(rows[0]?.fee ?? 0),
        rows: rows.map(({ date, amount, interest, balance }) => [
          date,
          dollars(amount),
          dollars(interest),
          dollars(balance),
        ]),
        disagreeing: rows.flatMap(({ difference }, index) => (difference === 0 ? [] : [index + 1])),
      })),
    ).toEqual(
      expected.tables.map(({ loanAmount, rows, fee = '0.00', disagreeing = [] }) => ({
        loan: loanAmount,
        fee,
        rows,
        disagreeing,
      })),
    );
    expect(Object.fromEntries(reading.terms.map(({ field, value }) => [field, value]))).toEqual(
      expected.terms,
    );
    expect(reading.findings.map(({ code }) => code).toSorted()).toEqual(expected.findings.toSorted());
  });

  it('asks for the password of a locked document', async () => {
    const bytes = bytesOf('d18-password.pdf');
    expect((await readBytes(bytes, {})).outcome).toBe('password');
    expect((await readBytes(bytesOf('d18-password.pdf'), { password: 'wrong' })).outcome).toBe('password');
  });
});
