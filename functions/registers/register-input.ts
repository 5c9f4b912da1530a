/** Checks what a request says about a register, against the entity and its Xero organisation. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { isJournalAccount, type LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { invalid, type Refusal } from '../../domain/refusal.ts';
import { checkRegister, type RegisterRole } from '../../domain/registers/register-kind.ts';
import type { Actor } from '../access/actor.ts';
import { invalidInput } from '../access/problem.ts';
import type { ChangeSent, FactsSent, RegisterKindName } from '../api/register.ts';
import { bytesOf } from '../lib/bytes.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { Change } from '../records/registers/kinds.ts';
import { kindOf } from '../records/registers/kinds.ts';
import { rolesOf, type StoredRegister } from '../records/registers/register.ts';
import { workOut, type WorkedRegister } from '../records/registers/state.ts';
import { findSchedule } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import type { TableReader } from '../store/table.ts';
import { pageReads } from '../xero/cached-reads.ts';
import { refuseUnknownAccounts } from '../xero/reads.ts';
import { linkOf } from '../xero/session.ts';

export interface Asked {
  readonly actor: Actor;
  readonly entity: OwnedEntity;
  readonly today: CalendarDate;
  readonly deadlines: Deadlines;
}

type Described = Pick<StoredRegister, 'kind' | 'facts'>;

/**
 * Returns facts of a register's own kind.
 * @throws Refusal invalid, naming `facts.…`
 */
export function factsOfKind(kind: RegisterKindName, sent: unknown): FactsSent {
  const { data, error } = kindOf(kind).schemas.facts.safeParse(sent);
  if (data) return data;
  throw invalidInput({ issues: error.issues.map(under('facts')) } as z.ZodError);
}

const under =
  (field: string) =>
  (issue: z.core.$ZodIssue): z.core.$ZodIssue => ({ ...issue, path: [field, ...issue.path] });

/**
 * Works a register out.
 * @throws Refusal invalid, naming `facts.…` (also where they are too long) or `changes.{index}.…`; conflict for a change after the last one.
 */
export async function checkedRegister(
  table: TableReader,
  { entity, today }: Pick<Asked, 'entity' | 'today'>,
  register: Described,
  changes: readonly { readonly number: number; readonly change: ChangeSent }[],
): Promise<WorkedRegister> {
  const { domain, wire } = kindOf(register.kind);
  refuseLongFacts(register.facts);
  const known = await wire.known({ table, tenantId: entity.tenantId, today });
  const facts = wire.factsFrom(register.facts);
  const all = changes.map(({ number, change }): Change => wire.changeFrom(number, change));
  checkRegister(domain, facts, all, known);
  return workOut(register, changes, known);
}

/** A register's item takes 400 KB, with the numbers of its entries and its review. */
const MAX_FACTS_BYTES = 300_000;

/** @throws Refusal invalid, naming the fact that takes most */
function refuseLongFacts(facts: FactsSent): void {
  if (bytesOf(facts) <= MAX_FACTS_BYTES) return;
  const [longest] = Object.entries(facts).toSorted(([, one], [, other]) => bytesOf(other) - bytesOf(one));
  throw invalid(
    `facts.${longest?.[0]}`,
    'register/too-long',
    'The facts are too long together. Please shorten the notes.',
  );
}

/** @throws Refusal invalid where the facts name a schedule that is not the entity's. */
export async function refuseUnknownSchedule(
  table: TableReader,
  entity: OwnedEntity,
  { kind, facts }: Described,
): Promise<void> {
  const scheduleId = kindOf(kind).wire.scheduleOf(facts);
  if (scheduleId === null || (await findSchedule(table, entity, scheduleId))) return;
  throw invalid('facts.scheduleId', 'schedule/unknown', 'Please choose a schedule of the entity.');
}

/**
 * Returns the accounts of a register after a request: null takes one away, and a role that is left out keeps its own.
 * @throws Refusal `conflict` where accounts are chosen and the entity isn't linked; `not-found` and `invalid` naming
 * each unknown or unsuitable account
 */
export async function chosenAccounts(
  services: XeroServices,
  { actor, entity, deadlines }: Asked,
  register: Described,
  sent: Readonly<Record<string, string | null>>,
  before: (Described & Pick<StoredRegister, 'accounts'>) | null = null,
): Promise<StoredRegister['accounts']> {
  const roles = rolesOf(register);
  for (const role of Object.keys(sent)) {
    if (!Object.hasOwn(roles, role)) throw refusedAccount(role, 'There is no such account.');
  }
  const chosen = { ...before?.accounts, ...sent };
  const accounts = Object.fromEntries(
    Object.entries(chosen).flatMap(([role, id]) => (id === null ? [] : [[role, id] as const])),
  );
  const rolesBefore = before && rolesOf(before);
  const isAsBefore = (role: string, id: string): boolean =>
    before?.accounts[role] === id && sameClasses(rolesBefore?.[role], roles[role]);
  const changed = Object.entries(accounts).filter(([role, id]) => !isAsBefore(role, id));
  if (changed.length === 0) return accounts;
  const chart = await pageReads(services, linkOf(entity), { actor, deadlines }).chart();
  refuseUnknownAccounts(
    chart,
    changed.map(([role, id]) => [`accounts.${role}`, id]),
  );
  for (const [role, id] of changed) {
    const account = chart.find((known) => known.id === id);
    if (account) checkAccount(role, roles[role], account);
  }
  return accounts;
}

const sameClasses = (one: RegisterRole | undefined, other: RegisterRole | undefined): boolean =>
  one?.classes.join() === other?.classes.join();

function checkAccount(role: string, known: RegisterRole | undefined, account: LedgerAccount): void {
  if (!isJournalAccount(account)) {
    throw refusedAccount(role, `Xero doesn't accept the account "${account.name}" in a journal.`);
  }
  if (known?.classes.includes(account.class)) return;
  const classes = (known?.classes ?? []).map((name) => name.toLowerCase()).join(' or ');
  throw refusedAccount(role, `Please choose an account of the class ${classes}.`);
}

const refusedAccount = (role: string, message: string): Refusal =>
  invalid(`accounts.${role}`, 'register/account', message);
