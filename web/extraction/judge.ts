/**
 * Chooses the meaning of a table's columns: the one under which the rows add up. Names of columns only break ties.
 * Figures are cents; NaN stands for an empty cell.
 */
import { roleNamed, type ColumnRole } from './column-names.ts';

/** A meaning for each column; null for a column that isn't used. */
export type ColumnRoles = readonly (ColumnRole | null)[];

/** Whether a table states dates and amounts alone. */
export const isAlone = (roles: ColumnRoles): boolean =>
  roles.every((role) => role === null || role === 'payment' || role === 'fee');

/** The columns of a table with rows from the earliest to the latest. */
export interface Figures {
  readonly names: readonly string[];
  /** By column, then by row. */
  readonly columns: readonly (readonly number[])[];
  /** Day numbers by row; NaN where unknown. */
  readonly days: readonly number[];
}

interface Kind {
  readonly roles: readonly ColumnRole[];
  readonly base: number;
}

const KINDS: readonly Kind[] = [
  { roles: ['balance', 'payment', 'interest'], base: 100 },
  { roles: ['balance', 'payment', 'interest', 'fee'], base: 97 },
  { roles: ['balance', 'principal', 'interest'], base: 94 },
  { roles: ['balance', 'payment', 'principal'], base: 92 },
  { roles: ['balance', 'payment', 'interest', 'extra'], base: 97 },
  { roles: ['balance', 'principal', 'interest', 'extra'], base: 93 },
  { roles: ['balance', 'payment', 'principal', 'extra'], base: 91 },
  { roles: ['balance', 'payment'], base: 66 },
  { roles: ['payment', 'interest'], base: 60 },
  { roles: ['principal', 'interest'], base: 52 },
  { roles: ['payment', 'principal'], base: 50 },
];

const SAMPLE = 80;
const FINALISTS = 12;
/** Of more columns, the likely ones are tried: each further one multiplies the assignments. */
const MOST_COLUMNS = 12;
/** How far a lender's own rounding may be out, in cents. */
export const TOLERANCE = 1;
/** Balances of each 30 June carry no table. */
const MOST_EMPTY = 0.6;
const HIGHEST_SHARE_OF_INTEREST = 0.4;

/** The result of each row under an assignment of columns. */
export interface Meaning {
  /** With what was repaid on top, without the fee. */
  readonly payment: readonly number[];
  readonly interest: readonly number[];
  readonly fee: readonly number[];
  /** The part of the payment that was repaid on top. */
  readonly extra: readonly number[];
  /** Stated balances, or those that follow from the loan. */
  readonly balance: readonly number[];
  /** Stated balance less the computed one; NaN where there is nothing to compare. */
  readonly difference: readonly number[];
}

/** The best meaning of the columns; null if the rows add up under none. */
export function judge(figures: Figures): { readonly roles: ColumnRoles; readonly score: number } | null {
  const sample = firstRows(figures, SAMPLE);
  const likely = likelyColumns(figures);
  const all = KINDS.flatMap(({ roles, base }) =>
    assignments(roles, likely, figures.names).map((assigned) => ({ roles: assigned, base })),
  );
  const best = all
    .map((candidate) => ({ ...candidate, score: scoreOf(sample, candidate.roles, candidate.base) }))
    .filter(({ score }) => score > -Infinity)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, FINALISTS)
    .map((candidate) => ({ ...candidate, score: scoreOf(figures, candidate.roles, candidate.base) }))
    .toSorted((one, other) => other.score - one.score)[0];
  return best && best.score > 0 ? { roles: best.roles, score: best.score } : null;
}

function firstRows({ names, columns, days }: Figures, count: number): Figures {
  return { names, columns: columns.map((column) => column.slice(0, count)), days: days.slice(0, count) };
}

/** Columns with a role's name first, then the fullest. */
function likelyColumns({ names, columns }: Figures): number[] {
  const weights = columns.map((column, index) => {
    const isNamed = roleNamed(names[index] ?? '') != null;
    return column.filter((value) => !Number.isNaN(value)).length + (isNamed ? column.length : 0);
  });
  return [...columns.keys()]
    .toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0))
    .slice(0, MOST_COLUMNS);
}

/** Every way to give the roles to different ones of the columns. Only a name makes an extra repayment. */
function assignments(
  roles: readonly ColumnRole[],
  usable: readonly number[],
  names: readonly string[],
): ColumnRoles[] {
  const [role, ...rest] = roles;
  if (role === undefined) return [names.map(() => null)];
  const fitting =
    role === 'extra' ? usable.filter((index) => roleNamed(names[index] ?? '') === role) : usable;
  if (fitting.length === 0) return [];
  return assignments(rest, usable, names).flatMap((others) =>
    fitting.flatMap((index) => (others[index] === null ? [others.with(index, role)] : [])),
  );
}

function scoreOf(figures: Figures, roles: ColumnRoles, base: number): number {
  const meaning = meaningOf(figures, roles, NaN);
  const rows = meaning.payment.length;
  const hasBalance = roles.includes('balance');
  const compared = meaning.difference.filter((value) => !Number.isNaN(value)).length;
  const wrong = settled(meaning.difference).filter(isWrong).length;
  const agreement = compared === 0 ? 1 : 1 - wrong / compared;
  if (agreement < 0.6 || meaning.payment.every((value) => !(value > 0))) return -Infinity;
  const isCalled = isNamed(figures.names, roles);
  // Balances of interest-only payments stay, and those of capitalised interest rise.
  if (hasBalance && !isCalled && rows > 1 && shareFalling(meaning.balance) < 0.3) return -Infinity;
  const missing = emptyCells(figures, roles);
  if (missing > MOST_EMPTY) return -Infinity;
  const trust = wrong <= 0.05 * compared ? 1 - 0.02 * wrong : agreement ** 2;
  const before = balancesBefore(meaning);
  const isFree = roleNamed(figures.names[roles.indexOf('interest')] ?? '') === 'interest';
  const score =
    base * trust * (0.35 + 0.65 * rateShare(meaning, before, figures.days, isFree)) * (1 - missing);
  const impossible = meaning.interest.filter(
    (value, row) => value < 0 || value > HIGHEST_SHARE_OF_INTEREST * (before[row] ?? NaN),
  ).length;
  // Where every name says so, the arithmetic of a dear loan is believed.
  const doubt = isCalled ? 0 : (60 * impossible) / rows;
  // Exact sums say more than sums within a cent.
  const inexact = meaning.difference.filter((value) => Math.abs(value) > 0.5 * TOLERANCE).length;
  return score - doubt - (3 * inexact) / rows + nameScore(figures.names, roles);
}

/** The largest share of empty cells among the columns that carry the table. A ledger's rows charge or pay. */
function emptyCells({ columns }: Figures, roles: ColumnRoles): number {
  const isCarrying = (role: ColumnRole | null): boolean =>
    role === 'balance' || (!roles.includes('balance') && (role === 'payment' || role === 'principal'));
  const carrying = columns.filter((_column, index) => isCarrying(roles[index] ?? null));
  const used = columns.filter((_column, index) => roles[index] != null && roles[index] !== 'balance');
  const empty = (columns[0] ?? []).filter((_each, row) => used.every((column) => Number.isNaN(column[row])));
  const shares = carrying.map((column) => column.filter(Number.isNaN).length / column.length);
  return Math.max(empty.length / (columns[0]?.length ?? 1), ...shares);
}

/** The figures of each row under the meaning of the columns. */
export function meaningOf({ columns }: Figures, roles: ColumnRoles, loan: number): Meaning {
  const of = (role: ColumnRole): readonly number[] | undefined => columns[roles.indexOf(role)];
  const [stated, paid, charged, principal, fees, extras] = [
    of('balance'),
    of('payment'),
    of('interest'),
    of('principal'),
    of('fee'),
    of('extra'),
  ];
  const rows = columns[0]?.length ?? 0;
  const fee = Array.from({ length: rows }, (_each, row) => zeroIfEmpty(fees?.[row]));
  const extra = Array.from({ length: rows }, (_each, row) => zeroIfEmpty(extras?.[row]));
  const payment: number[] = [];
  const interest: number[] = [];
  const balance: number[] = [];
  const difference: number[] = [];
  let before = loan;
  for (let row = 0; row < rows; row++) {
    const onTop = extra[row] ?? 0;
    const repaid = principal ? zeroIfEmpty(principal[row]) + onTop : NaN;
    const amount = paid
      ? zeroIfEmpty(paid[row]) + onTop - (fee[row] ?? 0)
      : repaid + zeroIfEmpty(charged?.[row]);
    const known = charged ? zeroIfEmpty(charged[row]) : amount - repaid;
    const computed = before + known - amount;
    const end = stated?.[row] ?? NaN;
    const after = Number.isNaN(end) ? computed : end;
    payment.push(amount);
    interest.push(Number.isNaN(known) ? after - before + amount : known);
    balance.push(after);
    difference.push(stated ? end - computed : NaN);
    before = after;
  }
  return { payment, interest, fee, extra, balance, difference };
}

const zeroIfEmpty = (value: number | undefined): number =>
  value === undefined || Number.isNaN(value) ? 0 : value;

function shareFalling(balance: readonly number[]): number {
  const falling = balance.filter((value, row) => row > 0 && value < (balance[row - 1] ?? NaN)).length;
  return falling / (balance.length - 1);
}

/** Without stated balances, those that repay all but what is left at the end. */
function balancesBefore({ payment, interest, balance }: Meaning): number[] {
  const isStated = balance.some((value) => !Number.isNaN(value));
  let before = isStated ? NaN : payment.reduce((sum, value, row) => sum + value - (interest[row] ?? 0), 0);
  return payment.map((value, row) => {
    const end = balance[row] ?? NaN;
    const own = row === 0 && isStated ? end + value - zeroIfEmpty(interest[row]) : before;
    before = isStated ? end : own + (interest[row] ?? 0) - value;
    return own;
  });
}

/**
 * The share of rows whose interest is at the rate of the row before, by period or by day.
 * @param isFree a column named as interest is 0.00 in every row: no column is left empty to make the others fit.
 */
function rateShare(
  { interest }: Meaning,
  before: readonly number[],
  days: readonly number[],
  isFree: boolean,
): number {
  if (interest.every((value) => value === 0 || Number.isNaN(value))) return isFree ? 1 : 0;
  return Math.max(sameRates(interest, before), sameRates(interest, before, days));
}

function sameRates(interest: readonly number[], before: readonly number[], days?: readonly number[]): number {
  let same = 0;
  let compared = 0;
  for (let row = days ? 2 : 1; row < interest.length; row++) {
    const length = (at: number): number => (days ? (days[at] ?? NaN) - (days[at - 1] ?? NaN) : 1);
    const [one, other] = [(before[row - 1] ?? NaN) * length(row - 1), (before[row] ?? NaN) * length(row)];
    const gap = (interest[row] ?? NaN) * one - (interest[row - 1] ?? NaN) * other;
    compared += 1;
    if (Math.abs(gap) <= 1.1 * (Math.abs(one) + Math.abs(other)) && other > 0) same += 1;
  }
  return compared === 0 ? (days ? 0 : 1) : same / compared;
}

/** Whether each column that is used has the name of its role. */
const isNamed = (names: readonly string[], roles: ColumnRoles): boolean =>
  roles.every((role, index) => role === null || roleNamed(names[index] ?? '') === role);

/** A column has no role that its name contradicts, unless nothing else adds up. */
const CONTRADICTION = -30;

function nameScore(names: readonly string[], roles: ColumnRoles): number {
  return names.reduce((sum, name, index) => {
    const [role, named] = [roles[index], roleNamed(name)];
    if (role === null || role === undefined || named === undefined) return sum;
    return sum + (role === named ? 4 : CONTRADICTION);
  }, 0);
}

/** Whether a difference is more than rounding. */
export const isWrong = (difference: number): boolean => Math.abs(difference) > TOLERANCE;

/** A wrong balance disturbs the next row by the opposite amount; only its own row is named. */
export function settled(differences: readonly number[]): number[] {
  const result = differences.map((value) => (isWrong(value) ? value : 0));
  for (let row = 0; row + 1 < result.length; row++) {
    const [own = 0, next = 0] = [result[row], result[row + 1]];
    if (own !== 0 && Math.abs(own + next) <= TOLERANCE) result[row + 1] = 0;
  }
  return result;
}
