/** A register worked out: its entries as the facts and changes give them, beside those in Xero. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import {
  checkSentEntries,
  type EntryState,
  type SentEntry,
  stateOf,
} from '../../../domain/registers/entries.ts';
import type { Entry } from '../../../domain/registers/register-kind.ts';
import { digest } from '../../lib/digest.ts';
import type { TableReader } from '../../store/table.ts';
import { readChanges, type StoredChange } from './changes.ts';
import { presentEntries, readEntries, sentEntry, type StoredEntry } from './entries.ts';
import { type Change, type Facts, kindOf, type Known } from './kinds.ts';
import type { OwnedRegister, StoredRegister } from './register.ts';

/** A register's facts and changes in the domain's terms. */
export interface WorkedRegister {
  readonly domain: ReturnType<typeof kindOf>['domain'];
  readonly facts: Facts;
  readonly changes: readonly Change[];
  readonly known: Known;
  readonly entries: readonly Entry[];
}

type Described = Pick<StoredRegister, 'kind' | 'facts'>;

/** Works out the entries of a register that was checked. */
export function workOut(
  { kind, facts: sent }: Described,
  changes: readonly Pick<StoredChange, 'number' | 'change'>[],
  known: Known,
): WorkedRegister {
  const { domain, wire } = kindOf(kind);
  const facts = wire.factsFrom(sent);
  const all = changes.map(({ number, change }) => wire.changeFrom(number, change));
  return { domain, facts, changes: all, known, entries: domain.entries(facts, all, known) };
}

/** An entry, with its texts and lines, takes as long as so many payments of a loan. */
const PAYMENTS_AN_ENTRY = 10;
/** A change spreads the rest anew. */
const PAYMENTS_A_CHANGE = 250;
const PAYMENTS_AN_AMOUNT = 6;

/** Returns the work of a register, in payments. */
export const paymentsOf = ({
  entries,
  changes,
  facts,
}: Pick<WorkedRegister, 'entries' | 'changes' | 'facts'>): number =>
  entries.length * PAYMENTS_AN_ENTRY +
  changes.length * PAYMENTS_A_CHANGE +
  ('amounts' in facts ? (facts.amounts?.length ?? 0) * PAYMENTS_AN_AMOUNT : 0);

/** A write looks at all registers of its entity for what is due, and works those out whose kept reviews are over. */
const PAYMENTS_A_REGISTER = 1000;

/** Returns the work of a write in an entity, in payments, from its stored number of registers. */
export const workOfWrite = ({ registerCount }: { readonly registerCount: number }): number =>
  registerCount * PAYMENTS_A_REGISTER;

export interface StatedEntry extends Entry {
  readonly state: EntryState;
}

/** The entries with their states, as the register's item counts them. */
export function statedEntries(
  {
    postFrom,
    postingNumbers,
    postedNumbers,
  }: Pick<StoredRegister, 'postFrom' | 'postingNumbers' | 'postedNumbers'>,
  entries: readonly Entry[],
): StatedEntry[] {
  const sentAs = (number: number): Pick<SentEntry, 'state'> | undefined => {
    if (postingNumbers.has(number)) return { state: 'posting' };
    return postedNumbers.has(number) ? { state: 'posted' } : undefined;
  };
  return entries.map((entry) => ({ ...entry, state: stateOf(entry, postFrom, sentAs(entry.number)) }));
}

export interface RegisterState {
  readonly register: OwnedRegister;
  readonly worked: WorkedRegister;
  readonly changes: readonly StoredChange[];
  /** The present items of entries, by number. */
  readonly stored: ReadonlyMap<number, StoredEntry>;
}

/** Reads the changes and documents of a register, and works it out. */
export async function readState(
  table: TableReader,
  tenantId: string,
  register: OwnedRegister,
  today: CalendarDate,
): Promise<RegisterState> {
  const [changes, entries, known] = await Promise.all([
    readChanges(table, register),
    readEntries(table, register),
    kindOf(register.kind).wire.known({ table, tenantId, today }),
  ]);
  return { register, worked: workOut(register, changes, known), changes, stored: presentEntries(entries) };
}

/** Identifies what the entries of a register depend on, and what became of them. */
export function revisionOf({
  register,
  changes,
  stored,
}: Pick<RegisterState, 'register' | 'changes' | 'stored'>): string {
  const { facts, accounts, postFrom } = register;
  return digest(
    JSON.stringify([
      facts,
      changes.map(({ number, change }) => [number, change]),
      Object.entries(accounts).toSorted(([one], [other]) => one.localeCompare(other)),
      postFrom,
      [...stored.values()].map(({ number, state, attempt }) => [number, state, attempt]),
    ]),
  );
}

/** @throws Refusal conflict `register/entry-posted` where an entry in Xero, or on its way, would be another. */
export function refuseAlteredEntries(
  name: string,
  before: Pick<WorkedRegister, 'entries'>,
  after: Pick<WorkedRegister, 'domain' | 'entries'>,
  stored: RegisterState['stored'],
  cause: 'facts' | 'change',
): void {
  const sent = [...stored.values()].flatMap((entry) => sentEntry(entry) ?? []);
  checkSentEntries(name, after.domain, sent, { before: before.entries, after: after.entries }, cause);
}
