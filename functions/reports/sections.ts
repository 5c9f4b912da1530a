/** The sections of the year-end pack, in their order. */
import type { Pack } from './pack.ts';
import type { Format, Section } from './section.ts';
import { accrued } from './sections/accrued-interest.ts';
import { basis } from './sections/basis.ts';
import { feesByYear, interestByYear } from './sections/by-year.ts';
import { cash } from './sections/cash.ts';
import { classes } from './sections/classes.ts';
import { comparatives } from './sections/comparatives.ts';
import { completeness } from './sections/completeness.ts';
import { cutOff } from './sections/cut-off.ts';
import { division7a } from './sections/division-7a.ts';
import { events } from './sections/events.ts';
import { gst } from './sections/gst.ts';
import { journals } from './sections/journals.ts';
import { maturity } from './sections/maturity.ts';
import { movement } from './sections/movement.ts';
import { notes } from './sections/notes.ts';
import { purchases } from './sections/purchases.ts';
import { reviewChanges } from './sections/review-changes.ts';
import { signOffs } from './sections/sign-offs.ts';
import { split } from './sections/split.ts';
import { spread } from './sections/spread.ts';
import { summary } from './sections/summary.ts';
import { tieOut } from './sections/tie-out.ts';
import { xeroBalances } from './sections/xero-balances.ts';

/** The working papers, in their order: in every format, as JSON too. */
export const WORKING_PAPERS: readonly Section<unknown>[] = [
  tieOut,
  journals,
  cutOff,
  events,
  cash,
  comparatives,
  completeness,
  gst,
  purchases,
  spread,
  division7a,
  classes,
  basis,
  signOffs,
  reviewChanges,
];

const SECTIONS: readonly Section<unknown>[] = [
  summary,
  movement,
  split,
  maturity,
  interestByYear,
  feesByYear,
  accrued,
  xeroBalances,
  ...WORKING_PAPERS,
  notes,
];

export const sectionsIn = (format: Format, pack: Pack): readonly Section<unknown>[] =>
  SECTIONS.filter((section) => section.title[format] !== undefined && section.isIncluded?.(pack) !== false);
