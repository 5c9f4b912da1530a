import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dueDate } from '../../../domain/amortisation/frequency.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar.ts';
import type { Choices, Reading } from '../../../web/extraction/read-document.ts';
import { dollars } from '../../../web/extraction/table-rows.ts';
import { readBytes } from '../../../web/reading/read-bytes.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/public-cases');

/** The start of a loan whose document doesn't state it. */
const monthBefore = (date: CalendarDate | null | undefined) => date && dueDate(date, 'monthly', -1);

interface Expected {
  readonly loan: string;
  readonly fee?: string;
  readonly rows?: readonly (readonly string[])[];
  readonly balances?: readonly string[];
  readonly startDate?: string;
  readonly terms?: Readonly<Record<string, string>>;
  readonly termsNot?: Readonly<Record<string, string>>;
  readonly absent?: readonly string[];
  readonly dateMonthsOnly?: boolean;
}

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  readonly what: string;
  readonly expect: Expected;
}

const cases = (JSON.parse(readFileSync(join(FOLDER, 'cases.json'), 'utf8')) as Case[]).filter(
  ({ kind }) => kind === 'document' || kind === 'page',
);

describe('a document of the public cases', () => {
  it.each(cases)('$id: $what', async ({ id, file, expect: expected }) => {
    const choices: Choices =
      id === 's16' ? { firstPaymentDate: calendarDate('2025-02-15'), frequency: 'monthly' } : {};
    const reading = await readBytes(new Uint8Array(readFileSync(join(FOLDER, file))), { choices });
    expect([reading.outcome, reading.tables.length]).toEqual(['read', 1]);
    expect(stated(reading, expected)).toEqual(wanted(expected));
    expect(reading.tables[0]?.rows.filter(({ difference }) => difference !== 0)).toEqual([]);
  });
});

/** The expectations of a case, in the order of `stated`. */
function wanted({
  loan,
  rows,
  fee = '0.00',
  balances,
  startDate,
  terms,
  absent,
  termsNot,
  ...expected
}: Expected) {
  return {
    loan,
    rows: rows?.map(([date = '', ...figures]) => [shown(date, expected), ...figures, fee]),
    balances,
    startDate,
    terms,
    wrong: absent || termsNot ? [] : undefined,
  };
}

/** The same of a reading; undefined for what the case doesn't mention. */
function stated({ tables: [table], terms }: Reading, expected: Expected) {
  const rows = table?.rows ?? [];
  const found = Object.fromEntries(terms.map(({ field, value }) => [field, value]));
  const { absent = [], termsNot = {} } = expected;
  const wrong = [
    ...absent.filter((field) => field in found),
    ...Object.keys(termsNot).filter((field) => found[field] === termsNot[field]),
  ];
  const start = table?.startDate?.date ?? found['startDate'] ?? monthBefore(rows[0]?.date);
  return {
    loan: dollars(table?.loan ?? 0),
    rows:
      expected.rows &&
      rows.map(({ date, amount, interest, balance, fee }) => [
        shown(date ?? '', expected),
        ...[amount, interest, balance, fee].map(dollars),
      ]),
    balances: expected.balances && rows.map(({ balance }) => dollars(balance)),
    startDate: expected.startDate && start,
    terms:
      expected.terms && Object.fromEntries(Object.keys(expected.terms).map((field) => [field, found[field]])),
    wrong: expected.absent || expected.termsNot ? wrong : undefined,
  };
}

const shown = (date: string, { dateMonthsOnly = false }: Pick<Expected, 'dateMonthsOnly'>): string =>
  dateMonthsOnly ? date.slice(0, 7) : date;
