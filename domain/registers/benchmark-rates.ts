/** The benchmark interest rates of Division 7A (section 109N(2) ITAA 1936), by income year. */
import { conflict, invalid } from '../refusal.ts';

/** A rate that an Admin entered for a year without a published one. */
export interface EnteredRate {
  /** The year ended 30 June. */
  readonly year: number;
  /** Percent, with at most two decimals. */
  readonly rate: number;
  readonly source: string;
}

/**
 * `published`: shipped with the product. `entered`: by an Admin. `projected`: the latest rate before the year, since the
 * year has none.
 */
export type RateIs = 'published' | 'entered' | 'projected';

export interface BenchmarkRate {
  readonly year: number;
  readonly rate: number;
  readonly rateIs: RateIs;
}

/** A rate that isn't projected, with its source. */
export interface KnownRate extends BenchmarkRate {
  readonly rateIs: Exclude<RateIs, 'projected'>;
  readonly source: string;
}

const ATO = 'ATO, Division 7A – benchmark interest rate';
const RBA = 'RBA, table F5, series FILRHLBVS, May';

/** The year of the first rate. */
export const FIRST_RATE_YEAR = 1999;

/** From 1999 on. The rate of a year is the RBA's figure of the May before it. */
const PUBLISHED = [
  6.7, 6.5, 7.8, 6.8, 6.3, 6.55, 7.05, 7.3, 7.55, 8.05, 9.45, 5.75, 7.4, 7.8, 7.05, 6.2, 5.95, 5.45, 5.4, 5.3,
  5.2, 5.37, 4.52, 4.52, 4.77, 8.27, 8.77, 8.37, 8.77,
];

const LAST_RATE_YEAR = FIRST_RATE_YEAR + PUBLISHED.length - 1;

/** The last year whose rate comes from the ATO's own table. */
const LAST_ATO_YEAR = 2025;

const MAX_RATE = 30;

/** No calendar date lies after it. */
const MAX_YEAR = 2100;

/** Every known rate with its source, in the order of the years. A published rate replaces an entered one. */
export function benchmarkRates(entered: readonly EnteredRate[]): readonly KnownRate[] {
  const published = PUBLISHED.map((rate, index) => {
    const year = FIRST_RATE_YEAR + index;
    return { year, rate, rateIs: 'published', source: year > LAST_ATO_YEAR ? RBA : ATO } as const;
  });
  const later = entered
    .filter(({ year }) => !isPublished(year))
    .toSorted((one, other) => one.year - other.year)
    .map(({ year, rate, source }) => ({ year, rate, rateIs: 'entered', source }) as const);
  return [...published, ...later];
}

/** @param year from 1999 on. */
export function benchmarkRateOf(year: number, entered: readonly EnteredRate[]): BenchmarkRate {
  const published = PUBLISHED[year - FIRST_RATE_YEAR];
  if (published !== undefined) return { year, rate: published, rateIs: 'published' };
  const known = benchmarkRates(entered).findLast((rate) => rate.year <= year);
  if (!known) throw new RangeError(`There is no benchmark rate for ${year}`);
  return { year, rate: known.rate, rateIs: known.year === year ? known.rateIs : 'projected' };
}

/** An entered rate that another published one has replaced. */
export interface ReplacedRate extends EnteredRate {
  /** Percent. */
  readonly published: number;
}

/** The entered rates of years that have a published one now, where the two differ. */
export const replacedRates = (entered: readonly EnteredRate[]): readonly ReplacedRate[] =>
  entered.flatMap((one) => {
    const published = PUBLISHED[one.year - FIRST_RATE_YEAR];
    return published === undefined || published === one.rate ? [] : [{ ...one, published }];
  });

export const replacedText = ({ year, rate, published }: ReplacedRate): string =>
  `The published benchmark rate of ${year}, ${published} %, replaced the entered ${rate} %.`;

/**
 * Checks a rate to be entered.
 * @throws Refusal conflict for a published year; invalid `year`, `rate`.
 */
export function checkEnteredRate({ year, rate }: Pick<EnteredRate, 'year' | 'rate'>): void {
  if (isPublished(year)) {
    throw conflict('rate/published', `The benchmark rate of ${year} is published and can't be changed.`);
  }
  if (year <= LAST_RATE_YEAR) {
    throw invalid('year', 'rate/year', `Please choose a year after ${LAST_RATE_YEAR}.`);
  }
  if (year > MAX_YEAR) throw invalid('year', 'rate/year', `Please choose a year up to ${MAX_YEAR}.`);
  if (rate >= 0 && rate <= MAX_RATE && Math.round(rate * 100) / 100 === rate) return;
  throw invalid(
    'rate',
    'rate/rate',
    `The rate must be from 0 to ${MAX_RATE} percent with at most two decimals.`,
  );
}

const isPublished = (year: number): boolean => year >= FIRST_RATE_YEAR && year <= LAST_RATE_YEAR;
