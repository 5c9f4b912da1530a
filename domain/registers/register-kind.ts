/**
 * A kind of register. A register is a list of dated manual journals of an entity that follows from a few facts and from
 * the changes recorded later. A kind is pure: what it needs from outside is the argument `known`.
 */
import type { CalendarDate } from '../calendar.ts';
import { type AccountClass, NO_GST } from '../gst/tax-types.ts';
import type { Cents } from '../money.ts';
import { invalid, Refusal } from '../refusal.ts';

/** The roles of the kinds whose balances the ledger check compares. */
export const BALANCE_ROLES = ['deferred', 'loan'] as const;

/** A role of the accounts that a kind posts to. */
export interface RegisterRole {
  readonly label: string;
  /** The classes of the accounts that it may be mapped to. */
  readonly classes: readonly AccountClass[];
  /** Whether the ledger check compares its balance. */
  readonly isBalance: boolean;
  /** It may stay without an account until an entry needs it. */
  readonly isOptional?: true;
  /** The tax of its lines; omitted: BAS Excluded. */
  readonly tax?: 'input-taxed';
}

/** A line of an entry. A positive amount debits the account. */
export interface EntryLine {
  readonly role: string;
  readonly amount: Cents;
}

/** A journal of a register. Its lines add up to 0.00; an entry of 0.00 keeps them. */
export interface Entry {
  /** From 1. It belongs to one period or one change for ever. */
  readonly number: number;
  readonly date: CalendarDate;
  /** Names the entry's own period, without the register's name: {@link entryText}. */
  readonly text: string;
  readonly lines: readonly EntryLine[];
}

/** A row of the list of registers. `total` is positive; a ledger balance in credit is negative. */
export interface RegisterSummary {
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly total: Cents;
  readonly balance: Cents;
}

/** The kinds of attention items that kinds of registers raise, besides entries to post. */
export const REGISTER_ALERT_KINDS = ['division-7a-due', 'division-7a-agreement', 'division-7a-rate'] as const;

/** A state of a register that needs a user. */
export interface RegisterAlert {
  readonly kind: (typeof REGISTER_ALERT_KINDS)[number];
  readonly since: CalendarDate;
  readonly amount: Cents | null;
  /** Sentences, without the register's name. */
  readonly text: string;
}

/** The alerts of a day, and the next day on which they can change (null: none). */
export interface Alerts {
  readonly alerts: readonly RegisterAlert[];
  readonly nextLook: CalendarDate | null;
}

/** A change has a number from 1 that is never given twice. Changes are passed in the order of their numbers. */
export interface NumberedChange {
  readonly number: number;
}

/**
 * @typeParam Known what the kind needs from outside.
 * @typeParam Figures the kind's own figures, all positive.
 */
export interface RegisterKind<Facts, Change extends NumberedChange, Known = undefined, Figures = unknown> {
  readonly name: 'spread' | 'division-7a';
  /** Whether a change that alters a posted entry is refused, or taken and shown at the entry. */
  readonly alteredEntry: 'refuse' | 'mark';
  roles(facts: Facts): Readonly<Record<string, RegisterRole>>;
  /**
   * Checks the facts, then each change as of the changes before it.
   * @throws Refusal invalid, naming `facts.…` or `changes.{index}.…`; conflict for a change after the last one.
   */
  check(facts: Facts, changes: readonly Change[], known: Known): void;
  /** Every journal, in the order of its date. */
  entries(facts: Facts, changes: readonly Change[], known: Known): readonly Entry[];
  /** The balance of each balance-sheet role at the end of a day, our bookings and others' alike; debits are positive. */
  balances(
    facts: Facts,
    changes: readonly Change[],
    date: CalendarDate,
    known: Known,
  ): ReadonlyMap<string, Cents>;
  /** The part of the balances that others book: the bill, the loan itself, repayments through the bank feed. */
  bookedByOthers(facts: Facts, changes: readonly Change[], date: CalendarDate): ReadonlyMap<string, Cents>;
  /** The part of these bookings that the register begins with: the bill, or the loan without its repayments. */
  beginning(facts: Facts, changes: readonly Change[], date: CalendarDate): ReadonlyMap<string, Cents>;
  summary(facts: Facts, changes: readonly Change[], asAt: CalendarDate, known: Known): RegisterSummary;
  figures(facts: Facts, changes: readonly Change[], asAt: CalendarDate, known: Known): Figures;
  /** Omitted: nothing of the kind needs a user besides entries to post. */
  alerts?(facts: Facts, changes: readonly Change[], today: CalendarDate, known: Known): Alerts;
  /** Sentences for the user about facts that are accepted and may be mistaken. */
  warnings(facts: Facts, changes: readonly Change[], asAt: CalendarDate, known: Known): readonly string[];
}

/** The most entries of a register. */
export const MAX_ENTRIES = 1300;

/** The most changes of a register. */
const MAX_CHANGES = 1000;

/**
 * Checks a register as a whole.
 * @throws Refusal as `check` of the kind; invalid `changes` for too many.
 */
export function checkRegister<Facts, Change extends NumberedChange, Known>(
  kind: RegisterKind<Facts, Change, Known>,
  facts: Facts,
  changes: readonly Change[],
  known: Known,
): void {
  if (changes.length > MAX_CHANGES) {
    throw invalid('changes', 'register/changes', `A register can have at most ${MAX_CHANGES} changes.`);
  }
  kind.check(facts, changes, known);
}

/**
 * Checks a change to be added to the others.
 * @throws Refusal as {@link checkRegister}, naming the fields of the change alone: `date`.
 */
export function checkChange<Facts, Change extends NumberedChange, Known>(
  kind: RegisterKind<Facts, Change, Known>,
  facts: Facts,
  changes: readonly Change[],
  change: Change,
  known: Known,
): void {
  try {
    checkRegister(kind, facts, [...changes, change], known);
  } catch (error) {
    if (!(error instanceof Refusal) || error.fields === undefined) throw error;
    const prefix = changeField(changes.length, '');
    const fields = Object.entries(error.fields).map(([field, messages]) => [
      field.startsWith(prefix) ? field.slice(prefix.length) : field,
      messages,
    ]);
    throw new Refusal(error.kind, error.code, error.message, Object.fromEntries(fields));
  }
}

/** The dotted name of a change's field. */
export const changeField = (index: number, field: string): string => `changes.${index}.${field}`;

/** The text of an entry as journals and pages show it: `Insurance, 1 to 31 July 2027 (4 of 13)`. */
export const entryText = (registerName: string, { text }: Pick<Entry, 'text'>): string =>
  `${registerName}, ${text}`;

/**
 * The tax type of a role's line. Input taxed: the account's own type where its rate is 0, else `INPUTTAXED` where the
 * organisation has it; never the default `OUTPUT` of a revenue account.
 * @param rates the active rates of the organisation, in percent.
 */
export function taxTypeOfRole(
  { tax }: Pick<RegisterRole, 'tax'>,
  accountTaxType: string,
  rates: readonly { readonly taxType: string; readonly rate: number }[],
): string {
  if (tax === undefined) return NO_GST;
  if (accountTaxType === NO_GST) return NO_GST;
  const isFree = (type: string): boolean => rates.some(({ taxType, rate }) => taxType === type && rate === 0);
  return [accountTaxType, 'INPUTTAXED'].find(isFree) ?? NO_GST;
}
