/** The sections of the year-end pack, in their order. */
import type { Pack } from './pack.ts';
import type { Format, Section } from './section.ts';
import { accrued } from './sections/accrued-interest.ts';
import { feesByYear, interestByYear } from './sections/by-year.ts';
import { maturity } from './sections/maturity.ts';
import { movement } from './sections/movement.ts';
import { notes } from './sections/notes.ts';
import { split } from './sections/split.ts';
import { summary } from './sections/summary.ts';
import { xeroBalances } from './sections/xero-balances.ts';

const SECTIONS: readonly Section<unknown>[] = [
  summary,
  movement,
  split,
  maturity,
  interestByYear,
  feesByYear,
  accrued,
  xeroBalances,
  notes,
];

/** The sections of a pack that a format shows. */
export const sectionsIn = (format: Format, pack: Pack): readonly Section<unknown>[] =>
  SECTIONS.filter((section) => section.title[format] !== undefined && section.isIncluded?.(pack) !== false);
