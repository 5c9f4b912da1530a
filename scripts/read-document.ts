/**
 * Prints what Paydown reads in a lender's document, as JSON, to see why.
 *
 *     npm run read-document -- FILE [--password P]
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Reading } from '../web/extraction/read-document.ts';
import { dollars } from '../web/extraction/table-rows.ts';
import { readBytes } from '../web/reading/read-bytes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { password: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) fail('Name a file: npm run read-document -- FILE [--password P]');
const bytes = await readFile(file).catch((error: Error) => fail(`${file} can’t be read: ${error.message}`));
console.log(JSON.stringify(printed(await readBytes(new Uint8Array(bytes), values)), null, 2));

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Amounts as dollars in text. */
function printed({ outcome, tables, terms, purchase, findings }: Reading) {
  return {
    outcome,
    tables: tables.map(({ loan, startDate, rows, terms: own }) => ({
      loan: loan === null ? null : dollars(loan),
      startDate: startDate?.date ?? null,
      rows: rows.map(({ date, amount, interest, fee, balance }) => ({
        date,
        amount: dollars(amount),
        interest: dollars(interest),
        fee: dollars(fee),
        balance: dollars(balance),
      })),
      terms: own,
    })),
    terms,
    purchase,
    findings,
  };
}
