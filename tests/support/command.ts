/** The options that proofs and benchmarks share: size, seed, and the defect to plant. */
import { parseArgs } from 'node:util';

/** Whether the run only tries the command, in a few seconds. Figures are printed without a verdict then. */
export const isSmallest = process.argv.includes('--smallest');

/** Returns the value of a full run or, with `--smallest`, the other one. */
export const sized = <Value>(full: Value, smallest: Value): Value => (isSmallest ? smallest : full);

interface Options {
  /** How many runs: `--count`, else by the size. */
  readonly count: (full: number, smallest: number) => number;
  /** `--seed`, else another one each time. */
  readonly seed: number;
  /** `--only`: a part of the names of the chosen parts; empty for all. */
  readonly only: string;
  /** `--from`: the release to compare with. */
  readonly from: string | undefined;
  /** `--plant`: the defect that this run must find. */
  readonly plant: string | undefined;
}

/** @throws TypeError for an unknown option */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      smallest: { type: 'boolean' },
      count: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      from: { type: 'string' },
      plant: { type: 'string' },
    },
  });
  return {
    count: (full, smallest) => Number(values.count ?? sized(full, smallest)),
    seed: Number(values.seed ?? Date.now() % 100_000),
    only: values.only ?? '',
    from: values.from,
    plant: values.plant,
  };
}
