import { expect, it } from 'vitest';
import { readImportRow } from '../../../domain/import/import-row.ts';
import { textCells } from '../../../web/extraction/cell.ts';
import { mapHeaders } from '../../../web/extraction/map-headers.ts';
import { readRegister, textsOf } from '../../../web/extraction/register.ts';
import { contractRows, rowOf, statedConstants } from '../../../web/imports/import-rows.ts';
import { samplesOf } from '../../../web/imports/use-imported-register.ts';
import { randomRegister, type KnownContract } from '../../support/random-register.ts';

/** The contracts of a register as they would be imported, and which of them are flagged. */
function imported(header: readonly string[], rows: readonly (readonly string[])[]) {
  const register = readRegister(textCells([header, ...rows]));
  const mapping = mapHeaders(textsOf(register.header), {}, samplesOf(register));
  const read = contractRows(register, mapping, statedConstants(register, mapping));
  return read.map(({ line, cells }) => readImportRow(rowOf(line, cells)));
}

const cents = (dollars: number): number => Math.round(dollars * 100);

const known = ({ loan, count, amount, fee, balloon, startDate, firstPayment }: KnownContract) => ({
  loan: cents(loan),
  total: cents(count * amount + balloon),
  fee: cents(fee),
  startDate,
  firstPayment,
});

it('is never read to another contract without a word, and nine of ten are read right', () => {
  const silent: unknown[] = [];
  let [right, all] = [0, 0];
  for (let seed = 0; seed < 400; seed++) {
    const { header, rows, contracts } = randomRegister(seed);
    const read = imported(header, rows);
    for (const [index, contract] of contracts.entries()) {
      const { contract: found, warnings = {} } = read[index] ?? {};
      const wanted = known(contract);
      const got = found && {
        loan: found.terms.loanAmount,
        total: found.terms.loanAmount + found.schedule.totalInterest,
        fee: found.terms.administrationFee,
        startDate: found.terms.startDate,
        firstPayment: found.schedule.payment(1).date,
      };
      all += 1;
      if (JSON.stringify(got) === JSON.stringify(wanted)) right += 1;
      else if (got && Object.keys(warnings).length === 0) silent.push({ seed, header, wanted, got });
    }
  }
  expect(silent.slice(0, 3)).toEqual([]);
  expect(right).toBeGreaterThanOrEqual(0.9 * all);
});
