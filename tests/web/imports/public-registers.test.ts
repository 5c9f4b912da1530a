import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { monthFirstColumns, readImportRow } from '../../../domain/import/import-row.ts';
import { toDollars } from '../../../domain/money.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { readRegister, textsOf } from '../../../web/extraction/register.ts';
import { contractRows, rowOf, statedConstants } from '../../../web/imports/import-rows.ts';
import { samplesOf } from '../../../web/imports/use-imported-register.ts';
import { readCells } from '../../support/read-cells.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/public-cases');

interface Expected extends Readonly<Record<string, unknown>> {
  readonly line: number;
  readonly either?: readonly Readonly<Record<string, unknown>>[];
}

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  readonly what: string;
  readonly expect: readonly Expected[];
}

const cases = (JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Case[]).filter(
  ({ kind }) => kind === 'register',
);

/** The rows of a register as the preview answers them, with the columns that have an error or a warning. */
async function previewed(file: string) {
  const register = readRegister(await readCells(new Blob([readFileSync(join(FOLDER, file))])));
  const mapping = mapHeaders(textsOf(register.header), {}, samplesOf(register));
  const rows = contractRows(register, mapping, statedConstants(register, mapping)).map(({ line, cells }) =>
    rowOf(line, cells),
  );
  const monthFirst = monthFirstColumns(rows);
  return rows.map((row) => {
    const { contract, errors, warnings } = readImportRow(row, monthFirst);
    return {
      line: row.line,
      flagged: Object.keys({ ...errors, ...warnings }),
      action: contract ? 'create' : 'error',
      ...(contract && {
        administrationFee: toDollars(contract.terms.administrationFee),
        interestRate: contract.schedule.rate.annualPercent,
        totalInterest: toDollars(contract.schedule.totalInterest),
        startDate: contract.terms.startDate,
        firstPaymentDate: contract.schedule.payment(1).date,
        endDate: contract.schedule.endDate,
      }),
    };
  });
}

it.each(cases)('$id: $what', async ({ file, expect: expected }) => {
  const rows = await previewed(file);
  for (const { line, either, ...facts } of expected) {
    const row = rows.find((each) => each.line === line);
    const agrees = (wanted: Readonly<Record<string, unknown>>): boolean =>
      Object.entries(wanted).every(([field, value]) => {
        if (field === 'flagged')
          return value === 'any' ? row?.flagged.length !== 0 : row?.flagged.includes(String(value));
        const found: unknown = row?.[field as keyof typeof row];
        return typeof value === 'number' ? Math.abs(Number(found) - value) < 1e-6 : found === value;
      });
    expect({ row, agrees: (either ?? [facts]).some(agrees) }).toMatchObject({ agrees: true });
  }
});
