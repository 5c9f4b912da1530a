import { civilOf, dateOfDayNumber, dayNumber } from '../calendar.ts';
import { cents } from '../money.ts';
import { Amortisation } from '../amortisation/amortise.ts';
import { FREQUENCIES } from '../amortisation/frequency.ts';
import { rateOf } from '../amortisation/rate.ts';
import type { Rate } from '../amortisation/rate.ts';
import type { Terms } from '../amortisation/terms.ts';
import type { TermRow } from '../amortisation/term-rows.ts';

/** More term rows, or a lender's table, are too long to pack: a marker says that the schedule itself must be read. */
export const MAX_PACKED_ROWS = 10;

const MARKER = 0;

/** Stands for figures that are not packed: the schedule itself must be read. */
export const FIGURES_MARKER = Uint8Array.of(MARKER);

const RATE_BYTES = 8;

/** Begins figures with a tag, which stands between it and the figures. */
const TAGGED = 255;
const TAG_BYTES = 6;

/** Puts six bytes of the caller's before packed figures. */
export function tagFigures(packed: Uint8Array, tag: Uint8Array): Uint8Array {
  if (tag.length !== TAG_BYTES) throw new RangeError(`A tag of figures has ${TAG_BYTES} bytes`);
  return Uint8Array.of(TAGGED, ...tag, ...packed);
}

/** The tag of {@link tagFigures}, or null for figures without one. */
export function tagOf(packed: Uint8Array): Uint8Array | null {
  return packed[0] === TAGGED ? packed.subarray(1, 1 + TAG_BYTES) : null;
}

/**
 * A schedule in about 28 bytes, enough to compute its balance on any day: a kind (0, the marker; else 1 + twice the
 * frequency's index + first payment on the start date), the periodic rate as a double, then whole numbers in base
 * 128: loan amount, fee, start day since 1970, and quantity and amount of each term row.
 */
export function packFigures(terms: Terms, rate: Rate): Uint8Array {
  if (terms.table || terms.rows.length > MAX_PACKED_ROWS) return FIGURES_MARKER;
  const kind = 1 + 2 * FREQUENCIES.indexOf(terms.frequency) + (terms.firstPaymentOnStartDate ? 1 : 0);
  const periodic = new Uint8Array(RATE_BYTES);
  new DataView(periodic.buffer).setFloat64(0, rate.periodic);
  const numbers = [
    terms.loanAmount,
    terms.administrationFee,
    dayNumber(civilOf(terms.startDate)),
    ...terms.rows.flatMap(({ qty, amount }) => [qty, amount]),
  ];
  return Uint8Array.of(kind, ...periodic, ...numbers.flatMap(base128));
}

/**
 * The schedule of {@link packFigures}, tagged or not, or null for the marker.
 * @throws RangeError if these are no such bytes.
 */
export function unpackFigures(stored: Uint8Array): Amortisation | null {
  const packed = stored[0] === TAGGED ? stored.subarray(1 + TAG_BYTES) : stored;
  const [kind] = packed;
  if (kind === MARKER) return null;
  const frequency = FREQUENCIES[Math.floor(((kind ?? 0) - 1) / 2)];
  const [loanAmount, administrationFee, startDay, ...rowNumbers] = numbersIn(packed.subarray(1 + RATE_BYTES));
  if (frequency === undefined || startDay === undefined || rowNumbers.length % 2 !== 0) {
    throw new RangeError('These are not the packed figures of a schedule');
  }
  const periodic = new DataView(packed.buffer, packed.byteOffset).getFloat64(1);
  const terms: Terms = {
    loanAmount: cents(loanAmount ?? 0),
    frequency,
    startDate: dateOfDayNumber(startDay),
    firstPaymentOnStartDate: kind !== undefined && kind % 2 === 0,
    administrationFee: cents(administrationFee ?? 0),
    rows: pairs(rowNumbers),
  };
  return new Amortisation(terms, rateOf(periodic, frequency));
}

/** A whole number in groups of seven bits, the lowest first; all but the last have the eighth bit set. */
function base128(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
  return bytes;
}

function numbersIn(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  let unit = 1;
  for (const byte of bytes) {
    number += (byte % 128) * unit;
    unit *= 128;
    if (byte >= 128) continue;
    numbers.push(number);
    number = 0;
    unit = 1;
  }
  return numbers;
}

function pairs(numbers: readonly number[]): TermRow[] {
  const rows: TermRow[] = [];
  for (let index = 0; index < numbers.length; index += 2) {
    rows.push({ qty: numbers[index] ?? 0, amount: cents(numbers[index + 1] ?? 0) });
  }
  return rows;
}
