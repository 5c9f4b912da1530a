/**
 * The figures that the documents state, each measured by the benchmark or proof that it names. What the code decides has
 * a limit, outside which the script fails. What the machine decides, such as times, has none and is printed for
 * comparison. docs/figures.md lists them all.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { isSmallest } from './command.ts';

interface Figure {
  /** As after `npm run`. */
  readonly command: `${'bench' | 'proof'} -- ${string}`;
  readonly title: string;
  /** With its sign or space, as written after a number. */
  readonly unit: string;
  /** Neither: for comparison, the larger the worse. */
  readonly atMost?: number;
  readonly atLeast?: number;
}

export const FIGURES = {
  eventsTime: {
    command: 'bench -- domain',
    title: 'a schedule of 3,200 payments with 20 events: rate and every balance',
    unit: ' µs',
  },
  wrongRates: {
    command: 'bench -- domain',
    title: 'wrong rates among common and unusual loans',
    unit: ' rates',
    atMost: 0,
  },
  rateRatio: {
    command: 'bench -- domain',
    title: 'the rate of 360 payments, as fast as node-irr’s',
    unit: ' ×',
    atLeast: 20,
  },
  wholeRatio: {
    command: 'bench -- domain',
    title: 'rate and every balance of 360 payments, as fast as node-irr’s rate alone',
    unit: ' ×',
    atLeast: 3.5,
  },
  middleColdStart: {
    command: 'bench -- cold-start',
    title: 'the middle function’s start, beside the bare database client’s',
    unit: ' ×',
  },
  vendorColdStart: {
    command: 'bench -- cold-start',
    title: 'the slowest start of a function with Xero or Stripe, beside the same',
    unit: ' ×',
  },
  readsOfDueSchedule: {
    command: 'bench -- due',
    title: 'finding a due schedule among 100,000',
    unit: ' read units',
    atMost: 5,
  },
  readsOfPosting: {
    command: 'bench -- due',
    title: 'posting a due payment',
    unit: ' read units',
    atMost: 10,
  },
  readsOfOnePayment: {
    command: 'bench -- due',
    title: 'posting one more payment after 400',
    unit: ' read units',
    atMost: 20,
  },
  writesOfPosting: {
    command: 'bench -- due',
    title: 'posting a due payment',
    unit: ' write units',
    atMost: 25,
  },
  importTime: {
    command: 'bench -- lists',
    title: 'importing 500 contracts beside 1,500 others',
    unit: ' s',
  },
  listTime: {
    command: 'bench -- lists',
    title: 'listing 2,000 schedules of an entity',
    unit: ' s',
  },
  searchTime: {
    command: 'bench -- lists',
    title: 'searching 2,000 schedules by contract number',
    unit: ' s',
  },
  lookUpCalls: {
    command: 'bench -- look-up',
    title: 'settling 50 unconfirmed documents among 120,000 transactions in Xero',
    unit: ' calls',
    // The third asks whether the contact was merged with another.
    atMost: 3,
  },
  restoreCalls: {
    command: 'bench -- look-up',
    title: 'comparing an entity after a restore, among 120,000 transactions in Xero',
    unit: ' calls',
    atMost: 5,
  },
  packTime: {
    command: 'bench -- reports',
    title: 'the year-end pack of 4,000 loans, processor time',
    unit: ' s',
  },
  packMemory: {
    command: 'bench -- reports',
    title: 'the year-end pack of 4,000 loans, memory',
    unit: ' MB',
    atMost: 512,
  },
  forecastReads: {
    command: 'bench -- reports',
    title: 'the forecast of 200 entities with 20 schedules each',
    unit: ' read units',
    atMost: 140,
  },
  boardTime: {
    command: 'bench -- reports',
    title: 'processor time of the attention board of 3,000 loans with 3,200 payments and a statement each',
    unit: ' s',
  },
  boardMemory: {
    command: 'bench -- reports',
    title: 'memory that this board takes',
    unit: ' MB',
    atMost: 200,
  },
  budgetTime: {
    command: 'bench -- reports',
    title: 'processor time of the forecast of 400,000 payments, the most that one answer works out',
    unit: ' s',
  },
  attentionReads: {
    command: 'bench -- reports',
    title: 'the attention board of 200 entities with 20 schedules each',
    unit: ' read units',
    atMost: 140,
  },
  workListReads: {
    command: 'bench -- reports',
    title: 'the list of 200 entities with 20 schedules each, as a work list',
    unit: ' read units',
    atMost: 140,
  },
  firstStartTime: {
    command: 'bench -- first-start',
    title: 'the first start of a clone, with an empty npm cache',
    unit: ' s',
  },
  firstStartSize: {
    command: 'bench -- first-start',
    title: 'the size of a clone after its first start',
    unit: ' MB',
  },
  autoSyncBound: {
    command: 'proof -- auto-sync-throughput',
    title: 'auto sync of 5,000 organisations, beside what Xero’s limits allow',
    unit: ' %',
    atLeast: 90,
  },
  autoSyncCalls: {
    command: 'proof -- auto-sync-throughput',
    title: 'calls to Xero for each organisation and run of auto sync',
    unit: ' calls',
    atMost: 4,
  },
  autoSyncTime: {
    command: 'proof -- auto-sync-throughput',
    title: 'auto sync of 1,000 organisations with 50 due payments each, in virtual time',
    unit: ' s',
    atMost: 60,
  },
  autoSyncTrackedCalls: {
    command: 'proof -- auto-sync-throughput',
    title: 'calls to Xero for each organisation and run of auto sync where tracking is chosen',
    unit: ' calls',
    atMost: 5,
  },
  ledgerCheckRefusals: {
    command: 'proof -- auto-sync-throughput',
    title: 'calls over Xero’s limits while 1,000 entities are checked and posted to',
    unit: ' calls',
    atMost: 0,
  },
  neighbourFailures: {
    command: 'proof -- noisy-neighbour',
    title: 'failed calls of 20 ordinary users beside one hostile account at full rate',
    unit: ' calls',
    atMost: 0,
  },
  neighbourRatio: {
    command: 'proof -- noisy-neighbour',
    title: 'their median time, beside that without the hostile account',
    unit: ' ×',
    atMost: 2,
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof FIGURES;

/** The file that collects the measurements of a run of several scripts. */
export const FIGURES_FILE = 'FIGURES_FILE';

export interface Measurement {
  readonly name: FigureName;
  readonly value: number;
}

/**
 * Prints a measurement beside its limit, keeps it for the table of the run, and fails the script outside the limit. At the
 * smallest size it says nothing about the limit.
 */
export function measured(name: FigureName, value: number): void {
  const isWithin = withinLimit(name, value);
  const { title, unit } = figure(name);
  if (isSmallest) {
    console.log(`tried: ${title}: ${shown(value)}${unit}`);
    return;
  }
  console.log(`${isWithin ? 'ok' : 'FAILED'}: ${title}: ${shown(value)}${unit} (${limitOf(name)})`);
  if (!isWithin) process.exitCode = 1;
  const file = process.env[FIGURES_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value } satisfies Measurement)}\n`);
}

/** Reads the measurements of a run. */
export function readMeasurements(file: string): Measurement[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Measurement);
}

/** Returns the worst measurement of each figure as the lines of a table. */
export function measurementTable(measurements: readonly Measurement[]): string[] {
  const worst = worstOf(measurements);
  if (worst.size === 0) return [];
  const rows = [...worst].map(([name, value]) => {
    const { title, unit, command } = figure(name);
    const verdict = withinLimit(name, value) ? '' : 'FAILED';
    return [title, `${shown(value)}${unit}`, limitOf(name), command, verdict];
  });
  return markdownTable(['figure', 'measured', 'limit', 'command', ''], rows);
}

/** The marks before and after the table in the document. */
const MARKERS = ['<!-- figures -->', '<!-- /figures -->'] as const;

/**
 * Returns the document of figures with a new table.
 * @param measurements of one run; a figure that it did not measure is shown without a value
 * @throws Error when the document lacks the place for the table
 */
export function figuresPage(page: string, measurements: readonly Measurement[], date: Date): string {
  const [before, rest] = page.split(MARKERS[0]);
  const after = rest?.split(MARKERS[1])[1];
  if (before === undefined || after === undefined)
    throw new Error('The document has no place for the table.');
  const worst = worstOf(measurements);
  const rows = Object.entries<Figure>(FIGURES).map(([key, { title, command, unit }]) => {
    const name = key as FigureName;
    const value = worst.get(name);
    const verdict = value === undefined || withinLimit(name, value) ? '' : ' (outside)';
    const cell = value === undefined ? '–' : `${shown(value)}${unit}${verdict}`;
    return [title, cell, limitOf(name), `\`npm run ${command}\``];
  });
  const table = markdownTable(['figure', 'measured', 'limit', 'command'], rows);
  const measuredOn = `Measured on ${date.toISOString().slice(0, 10)} by \`npm run figures\`, the worst of each run.`;
  return [before.trimEnd(), '', MARKERS[0], '', measuredOn, '', ...table, '', MARKERS[1] + after].join('\n');
}

function worstOf(measurements: readonly Measurement[]): ReadonlyMap<FigureName, number> {
  const worst = new Map<FigureName, number>();
  for (const { name, value } of measurements) {
    const earlier = worst.get(name);
    const isWorse = earlier === undefined || ('atLeast' in FIGURES[name] ? value < earlier : value > earlier);
    if (isWorse) worst.set(name, value);
  }
  return worst;
}

function figure(name: FigureName): Figure {
  return FIGURES[name];
}

function withinLimit(name: FigureName, value: number): boolean {
  const { atMost = Infinity, atLeast = -Infinity } = figure(name);
  return value <= atMost && value >= atLeast;
}

export function limitOf(name: FigureName): string {
  const { atMost, atLeast, unit } = figure(name);
  const limit = atMost ?? atLeast;
  if (limit === undefined) return 'for comparison';
  return `at ${atMost === undefined ? 'least' : 'most'} ${limit.toLocaleString('en-AU')}${unit}`;
}

function shown(value: number): string {
  return value.toLocaleString('en-AU', { maximumSignificantDigits: value < 1000 ? 3 : 6 });
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
