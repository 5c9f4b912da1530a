/**
 * Runs the simulation of syncing with one seed after the other, and stops at the first failure.
 *
 *   npm run simulate -- --seeds 100000 [--from 1]     this many seeds
 *   npm run simulate -- --seed 4711                   one seed, with a log of all events
 *   npm run simulate -- --seeds 300 --break NAME      with a deliberate breakage of the protocol
 *   npm run simulate -- --breakages                   finds all breakages, and stores the seeds that do
 *   npm run simulate -- --seeds 300 --lived-in        in ordinary books, among people who pay in every way
 *   npm run simulate -- --seeds 300 --tracked         with tracking options, which people choose, rename and archive
 *   npm run simulate -- --seeds 300 --registers       with registers, whose entries people post, take back and change
 *   npm run simulate -- --seeds 300 --purchases       with tracking options and purchases, which people change
 */
import { parseArgs } from 'node:util';
import { sized } from '../support/command.ts';
import { breakageOf } from '../simulation/breakages.ts';
import { findBreakages } from '../simulation/found-at.ts';
import { simulate } from '../simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: sized('1000', '10') },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    break: { type: 'string' },
    breakages: { type: 'boolean', default: false },
    'lived-in': { type: 'boolean', default: false },
    tracked: { type: 'boolean', default: false },
    registers: { type: 'boolean', default: false },
    purchases: { type: 'boolean', default: false },
    smallest: { type: 'boolean' },
  },
});

if (values.breakages) {
  await findBreakages();
  process.exit(0);
}

const breakage = values.break === undefined ? {} : breakageOf(values.break);

const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
const trace = values.seed === undefined ? undefined : (line: string): void => console.log(line);
const began = Date.now();
const totals = { events: 0, calls: 0, documents: 0 };

for (let seed = first; seed < first + count; seed++) {
  const { failures, events, calls, documents } = await simulate(seed, trace, breakage, {
    isLivedIn: values['lived-in'],
    isTracked: values.tracked,
    hasRegisters: values.registers,
    hasPurchases: values.purchases,
  });
  totals.events += events;
  totals.calls += calls;
  totals.documents += documents;
  if (failures.length > 0) {
    const broken =
      (values['lived-in'] ? ' --lived-in' : '') +
      (values.tracked ? ' --tracked' : '') +
      (values.registers ? ' --registers' : '') +
      (values.purchases ? ' --purchases' : '') +
      (values.break === undefined ? '' : ` --break ${values.break}`);
    console.log(`Seed ${seed} went wrong:\n  ${failures.join('\n  ')}`);
    console.log(`See it again: npm run simulate -- --seed ${seed}${broken}`);
    process.exit(1);
  }
  const done = seed - first + 1;
  if (done % 1000 === 0) console.log(`${done} seeds, all well`);
}

const seconds = ((Date.now() - began) / 1000).toFixed(1);
console.log(
  `${count} seeds, all well: ${totals.events} events, ${totals.calls} calls to Xero, ${totals.documents} documents in ${seconds} s`,
);
