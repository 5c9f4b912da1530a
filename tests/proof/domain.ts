import * as fc from 'fast-check';
import {
  balancesAreExact,
  datesFollowTheCalendar,
  figuresMatchTheTable,
  gstGoesRound,
  ledgerHoldsTheSplit,
  paymentsAddUp,
  tablesAreKept,
} from '../support/domain-properties.ts';
import { readOptions } from '../support/command.ts';

/*
 * The domain's properties on a hundred thousand random schedules, up to loans of 10⁹ and 3,200 payments. Run by
 * `node tests/proof/domain.ts`, with another seed each time; a failure prints its seed and the smallest example.
 */

const { count } = readOptions();

const PROOFS = [
  { claim: 'every balance is the exact one of a 50-digit oracle', property: balancesAreExact, runs: 100_000 },
  { claim: 'interest adds up, is never negative, nothing remains', property: paymentsAddUp, runs: 100_000 },
  {
    claim: 'accounts hold the split after postings in any order',
    property: ledgerHoldsTheSplit,
    runs: 50_000,
  },
  {
    claim: 'a lender’s table is kept, at the rate that its dates imply',
    property: tablesAreKept,
    runs: 20_000,
  },
  {
    claim: 'due dates are those of a calendar counted day by day',
    property: datesFollowTheCalendar,
    runs: 20_000,
  },
  {
    claim: 'figures on any day are those of the payment table',
    property: figuresMatchTheTable,
    runs: 50_000,
  },
  { claim: 'GST added is the GST then included', property: gstGoesRound, runs: 1_000_000 },
] as const;

for (const { claim, property, runs } of PROOFS) {
  const start = performance.now();
  const result = fc.check<unknown>(property, { numRuns: count(runs, runs / 2_000) });
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${result.failed ? 'FAILED' : 'holds'}: ${claim} (${result.numRuns} runs, ${seconds} s)`);
  if (!result.failed) continue;
  console.error(fc.defaultReportMessage(result));
  process.exitCode = 1;
}
