/** Judges the answer to a request during which a table call failed, and what its repeats leave. */
import { TECHNICAL } from '../../support/app.ts';

export interface Outcome {
  readonly status: number;
  readonly text: string;
}

export interface Scenario {
  readonly name: string;
  /** Makes the call. */
  run(): Promise<Outcome>;
  /** Reads the state in a form that two equal runs share. */
  read(): Promise<readonly string[]>;
  /** Restores the initial state. */
  rewind(): Promise<void>;
  /** Whether the product itself makes the call again: a job continues with the next run. */
  readonly isRepeated?: boolean;
  /** Whether Xero may have what the call created, so that it refuses a repeat. The audit entry may then be missing. */
  readonly isRefusedByXero?: boolean;
  /** Completes a call that took effect in part and refuses a repeat, as a user does. */
  finish?(): Promise<Outcome>;
  /** Whether a state is right, although another attempt or a job made it differ from that of an undisturbed run. */
  isRight?(state: readonly string[]): boolean;
  /** Whether a job removes what an interrupted deletion has left, so that nothing may remain. */
  readonly isFinishedByJob?: boolean;
  /** Lets time pass, after which leases have expired, searches are conclusive, and deletions are finished. */
  wait(): Promise<void>;
}

export interface Seen {
  readonly disturbed: Outcome;
  readonly state: readonly string[];
  /** The outcome of an undisturbed run, and the states around one and after two. */
  readonly usual: Outcome;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly twice: readonly string[];
}

const MOST_REPEATS = 3;
const MOST_SHOWN = 1_000;

/** Returns the problem, or null. */
export async function judgeRepeats(scenario: Scenario, seen: Seen): Promise<string | null> {
  const { disturbed, state, usual, before, after, twice } = seen;
  const isUsual = disturbed.status === usual.status;
  if (!isUsual && disturbed.status !== 503)
    return `answers ${disturbed.status} ${disturbed.text.slice(0, 200)}`;
  if (disturbed.status >= 400 && TECHNICAL.test(disturbed.text))
    return `shows internals: ${disturbed.text.slice(0, 200)}`;
  if (isUsual && !isSuccess(usual)) return null;
  if (isUsual && isSame(state, after)) return null;
  if (isUsual && !scenario.isRepeated) {
    return `answers ${disturbed.status} in another state:${difference(after, state)}`;
  }
  let last = disturbed;
  let now = state;
  for (let repeat = 0; repeat < MOST_REPEATS; repeat++) {
    last = await scenario.run();
    now = await scenario.read();
    // A call that took effect before its answer was lost may be refused when it is repeated.
    if (last.status < 500 && isSame(now, after)) return null;
    if (last.status === usual.status && isSame(now, twice)) return null;
    if (scenario.isRefusedByXero === true && last.status === 400) return null;
    if (scenario.finish && last.status === 409) {
      last = await scenario.finish();
      now = await scenario.read();
    }
    if (last.status < 400 && scenario.isRight?.(now) === true) return null;
    const isGone = last.status === 404 || last.status === usual.status;
    const isComplete = scenario.isFinishedByJob === true ? isSame(now, after) : true;
    if (isGone && isComplete && isDeletedWithRemains(now, before, after)) return null;
    await scenario.wait();
  }
  const kind = isSame(state, before) ? 'as before' : isSame(state, after) ? 'as after' : 'in between';
  return `left a state ${kind}; a repeat answers ${last.status} ${last.text.slice(0, 160)}${difference(after, now)}`;
}

/**
 * Whether everything of an undisturbed deletion happened, and what is left belongs to the deleted thing, which no
 * path reaches any more.
 */
function isDeletedWithRemains(
  now: readonly string[],
  before: readonly string[],
  after: readonly string[],
): boolean {
  const remains = without(now, after);
  const isDone = without(after, now).length === 0;
  return isDone && remains.every((line) => before.includes(line) && REMAINS.test(line));
}

/** Entries of the search, which names only entities that are there. */
const REMAINS = /"listed":/;

/** Returns the lines that the other list lacks, duplicates counted. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index === -1) return true;
    left.splice(index, 1);
    return false;
  });
}

const isSuccess = ({ status }: Outcome): boolean => status < 400;

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, index) => line === other[index]);

function difference(expected: readonly string[], actual: readonly string[]): string {
  const missing = without(expected, actual).slice(0, 2);
  const extra = without(actual, expected).slice(0, 2);
  const show = (sign: string, lines: readonly string[]): string =>
    lines.map((line) => `\n    ${sign} ${line.slice(0, MOST_SHOWN)}`).join('');
  return show('-', missing) + show('+', extra);
}
