/**
 * Registers of an entity: facts, accounts, and the numbers of the entries in Xero. The only reader and writer of their
 * items, and of the counts that the entity and the plan keep of them.
 */
import * as z from 'zod';
import { businessDate, type CalendarDate, earliestOf } from '../../../domain/calendar.ts';
import { conflict, invalid, notFound, Refusal } from '../../../domain/refusal.ts';
import { REGISTER_ALERT_KINDS } from '../../../domain/registers/register-kind.ts';
import { REGISTER_SCHEMAS, type FactsSent, type RegisterKindName } from '../../api/register.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes, registerChanges, registerEntries } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  type Key,
  listUnder,
  type Table,
  type TableReader,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { type AttachmentOwner, sweepBelow } from '../entities/attachments.ts';
import { entityChanged, type OwnedEntity, readAgain, unknownEntity } from '../entities/entity.ts';
import { dueAnew } from '../schedules/due-index.ts';
import { sizeWrites } from '../tenants/size.ts';
import { connectionLimit, unknownTenant } from '../tenants/tenant.ts';
import { kindOf } from './kinds.ts';

const KINDS = Object.keys(REGISTER_SCHEMAS) as [RegisterKindName, ...RegisterKindName[]];

const Numbers = z
  .set(z.number())
  .readonly()
  .default(() => new Set<number>());

/** The due entries and alerts of a register, as worked out on a day. */
const RegisterReview = z.object({
  /** Of the register as it was worked out. */
  version: z.number(),
  asOf: StoredDate,
  /** The first later day on which it may be another. */
  until: StoredDate,
  /** Open entries dated by that day. */
  due: z.object({ count: z.number(), since: StoredDate, amount: StoredCents }).nullable(),
  alerts: z.array(
    z.object({
      kind: z.enum(REGISTER_ALERT_KINDS),
      since: StoredDate,
      amount: StoredCents.nullable(),
      text: z.string(),
    }),
  ),
});

export type RegisterReview = Readonly<z.output<typeof RegisterReview>>;

const RegisterItem = z.object({
  registerId: z.string(),
  kind: z.enum(KINDS),
  name: z.string(),
  facts: z.unknown(),
  /** Ids of ledger accounts by role, as far as they are chosen. */
  accounts: z.record(z.string(), z.string()),
  postFrom: StoredDate.nullable(),
  autoPost: z.boolean(),
  /** The day on which auto posting was switched on. */
  autoPostSince: StoredDate.nullable(),
  archived: z.boolean(),
  /** The number last given to a change; a number is never given twice. */
  changeNumber: z.number(),
  /** The bytes of its attachments, announced ones too. */
  fileBytes: z.number().default(0),
  /** Documents on their way to Xero: while there are any, nothing that entries follow from changes. */
  openIntents: z.number().default(0),
  /** The numbers of the entries on their way to Xero, and of those in it. */
  postingNumbers: Numbers,
  postedNumbers: Numbers,
  version: z.number(),
  createdAt: z.string(),
  review: RegisterReview.optional(),
});

export type StoredRegister = Readonly<Omit<z.output<typeof RegisterItem>, 'facts'>> & {
  readonly facts: FactsSent;
};

declare const owned: unique symbol;

/** A register of an entity that is the caller's own. */
export type OwnedRegister = StoredRegister & { readonly entityId: string; readonly [owned]: true };

export function ownedRegister(entityId: string, item: Item): OwnedRegister {
  const stored = RegisterItem.parse(item);
  const facts = kindOf(stored.kind).schemas.facts.parse(stored.facts);
  return { entityId, ...stored, facts } as unknown as OwnedRegister;
}

export const MAX_REGISTERS = 500;

const unknownRegister = (): Refusal => notFound('register/unknown', 'The register could not be found.');

export const registerChanged = (): Refusal =>
  conflict('register/changed', 'This register was changed elsewhere. Please reload it.');

/** @throws Refusal `not-found` unless the register is the entity's. */
export async function ownRegister(
  table: TableReader,
  entity: OwnedEntity,
  registerId: string,
): Promise<OwnedRegister> {
  const register = await findRegister(table, entity, registerId);
  if (!register) throw unknownRegister();
  return register;
}

export async function findRegister(
  table: TableReader,
  { entityId }: Pick<OwnedEntity, 'entityId'>,
  registerId: string,
): Promise<OwnedRegister | null> {
  const item = await table.get(keys.register(entityId, registerId));
  return item ? ownedRegister(entityId, item) : null;
}

/** All of an entity's registers, in the order they were created. */
export async function listRegisters(table: TableReader, { entityId }: OwnedEntity): Promise<OwnedRegister[]> {
  const items = await listUnder(table, keys.anchor(entityId), prefixes.registers);
  return items
    .map((item) => ownedRegister(entityId, item))
    .toSorted(
      (one, other) =>
        one.createdAt.localeCompare(other.createdAt) || one.registerId.localeCompare(other.registerId),
    );
}

type Accounted = Pick<StoredRegister, 'kind' | 'facts' | 'accounts'>;

/** The roles of a register's accounts. */
export const rolesOf = ({ kind, facts }: Pick<StoredRegister, 'kind' | 'facts'>) => {
  const { domain, wire } = kindOf(kind);
  return domain.roles(wire.factsFrom(facts));
};

/** Whether each role that entries always need has an account. */
export function hasAccounts(register: Accounted): boolean {
  return Object.entries(rolesOf(register)).every(
    ([role, { isOptional }]) => isOptional === true || Object.hasOwn(register.accounts, role),
  );
}

export const registerNotReady = (): Refusal =>
  conflict('register/not-ready', 'Please choose the accounts of the register before posting.');

/** Whether it keeps its entity's connection. */
export const isInUse = (register: (Accounted & Pick<StoredRegister, 'archived'>) | null): boolean =>
  register !== null && !register.archived && hasAccounts(register);

/** Whether something of it may need a user: entries to post, or what its kind raises alerts about. */
export const isWatched = (register: (Accounted & Pick<StoredRegister, 'archived'>) | null): boolean =>
  isInUse(register) ||
  (register !== null && !register.archived && kindOf(register.kind).domain.alerts !== undefined);

/** The first day on which auto posting posts: the first day to post, or else that on which it was switched on. */
export const firstToPost = ({
  autoPost,
  postFrom,
  autoPostSince,
}: Pick<StoredRegister, 'autoPost' | 'postFrom' | 'autoPostSince'>): CalendarDate | null =>
  autoPost ? (postFrom ?? autoPostSince) : null;

/**
 * The write of a register's entry in the due index, which leads to its entity, too. Each change may have removed an
 * obstacle, so the next look is at the first day to post, or at the creation where that was before: entries to be posted by
 * hand are looked at too, since a user must hear of them.
 */
function dueWrite(entityId: string, registerId: string, after: StoredRegister | null): Write {
  const key = keys.registerDue(registerId);
  if (after === null) return { delete: key };
  const createdOn = businessDate(Date.parse(after.createdAt));
  const date = isWatched(after) ? earliestOf([firstToPost(after), createdOn]) : null;
  return dueAnew({ ...key, ownerId: registerId, entityId }, date);
}

/** A register as it was and as it will be; null where there is none. */
export interface RegisterChange {
  readonly registerId: string;
  readonly before: OwnedRegister | null;
  readonly after: StoredRegister | null;
}

/**
 * The writes of changed registers with what the entity and the plan count: an entity takes one connection while one of its
 * registers is in use.
 */
export function registerWrites(entity: OwnedEntity, changes: readonly RegisterChange[]): Write[] {
  const { tenantId, entityId, registersInUse } = entity;
  const sum = (of: (register: StoredRegister | null) => number): number =>
    changes.reduce((total, { before, after }) => total + of(after) - of(before), 0);
  const created = sum((register) => Number(register !== null));
  const inUse = sum((register) => Number(isInUse(register)));
  const fileBytes = sum((register) => register?.fileBytes ?? 0);
  const taken = Number(registersInUse + inUse > 0) - Number(registersInUse > 0);
  const asRead = ['registersInUse', '=', registersInUse] as const;
  const room = ['registerCount', '<=', MAX_REGISTERS - created] as const;
  const entityWrite: Write = {
    update: keys.entity(tenantId, entityId),
    add: { version: 1, registerCount: created, registersInUse: inUse, connected: taken, fileBytes },
    if: { all: ['present', ...(inUse === 0 ? [] : [asRead]), ...(created > 0 ? [room] : [])] },
    otherwise: (stored) => (created > 0 ? entityFull(stored, created) : entityChanged()),
  };
  return [
    ...changes.map(writeOf(entityId)),
    ...changes.map(({ registerId, after }) => dueWrite(entityId, registerId, after)),
    ...(created === 0 && inUse === 0 ? [stillThere(entity)] : [entityWrite]),
    ...planWrites(tenantId, taken),
    ...sizeWrites(tenantId, { fileBytes }),
  ];
}

const writeOf =
  (entityId: string) =>
  ({ registerId, before, after }: RegisterChange): Write => {
    const key = keys.register(entityId, registerId);
    const isAsRead = before === null ? 'absent' : (['version', '=', before.version] as const);
    return after === null
      ? { delete: key, if: isAsRead, otherwise: registerChanged }
      : { put: itemOf(key, after), if: isAsRead, otherwise: registerChanged };
  };

/** The table stores no empty sets. */
const itemOf = (key: Key, { postingNumbers, postedNumbers, ...register }: StoredRegister): Item => ({
  ...key,
  ...register,
  ...(postingNumbers.size > 0 && { postingNumbers }),
  ...(postedNumbers.size > 0 && { postedNumbers }),
});

/** The writes that move a register that is as it was read into another entity, whose counts its caller keeps. */
export function movedRegister(register: OwnedRegister, into: string): Write[] {
  const { entityId, ...stored } = register;
  const { registerId, version } = stored;
  return [
    writeOf(entityId)({ registerId, before: register, after: null }),
    writeOf(into)({ registerId, before: null, after: { ...stored, version: version + 1 } }),
    { update: keys.registerDue(registerId), set: { entityId: into }, add: { version: 1 } },
  ];
}

/** Counts a change of a register as one of the entity, so that a merge copies no register that is changing. */
const stillThere = ({ tenantId, entityId }: OwnedEntity): Write => ({
  update: keys.entity(tenantId, entityId),
  add: { version: 1 },
  if: 'present',
  otherwise: unknownEntity,
});

function entityFull(entity: Item | undefined, created: number): Refusal {
  if (!entity) return unknownEntity();
  if (Number(entity['registerCount'] ?? 0) + created <= MAX_REGISTERS) return entityChanged();
  return invalid(
    'registers',
    'register/limit-reached',
    `An entity can have at most ${MAX_REGISTERS} registers.`,
  );
}

/** The writes of the connections that registers take of a plan, or give back. */
function planWrites(tenantId: string, taken: number): Write[] {
  if (taken === 0) return [];
  const update = { update: keys.organisation(tenantId), add: { used: taken } };
  if (taken < 0) return [{ ...update, if: 'present', otherwise: unknownTenant }];
  const otherwise = (organisation: Item | undefined): Refusal =>
    organisation ? connectionLimit(Number(organisation['maximum'])) : unknownTenant();
  return [{ ...update, if: ['used', '<', { attribute: 'maximum' }], otherwise }];
}

/** Attempts at a write while other registers of the entity are written. */
const ATTEMPTS = 10;

/**
 * Stores changes of registers whose versions are still those read. `more` joins the same transaction.
 * @throws Refusal `conflict` when one has changed, its entity has moved or the plan has no connection left; `invalid` when
 * the entity has too many.
 */
export async function saveRegisters(
  table: Table,
  entity: OwnedEntity,
  changes: readonly RegisterChange[],
  more: readonly Write[] = [],
): Promise<void> {
  let current = entity;
  for (let attempt = 1; ; attempt++) {
    try {
      return await commit(table, [...registerWrites(current, changes), ...more]);
    } catch (error) {
      const isBeaten = error instanceof Refusal && error.code === 'entity/changed';
      if (!isBeaten || attempt === ATTEMPTS) throw error;
      current = await readAgain(table, current);
    }
  }
}

type Changes = Partial<Omit<StoredRegister, 'registerId' | 'kind' | 'version' | 'createdAt'>>;

/** Stores a register's changes, and returns it as it is then. */
export async function saveRegister(
  table: Table,
  entity: OwnedEntity,
  before: OwnedRegister,
  changes: Changes,
  more: readonly Write[] = [],
): Promise<OwnedRegister> {
  const after = { ...before, ...changes, version: before.version + 1 };
  const { entityId: _entityId, ...stored } = after;
  await saveRegisters(table, entity, [{ registerId: before.registerId, before, after: stored }], more);
  return after;
}

/**
 * Deletes a register with its changes and the records of its documents; what is in Xero stays there. Returns the ids of its
 * attachments, whose files remain.
 * @throws Refusal `conflict` when it has changed since it was read.
 */
export async function deleteRegister(
  table: Table,
  entity: OwnedEntity,
  register: OwnedRegister,
  more: readonly Write[],
): Promise<string[]> {
  const { entityId, registerId } = register;
  await saveRegisters(table, entity, [{ registerId, before: register, after: null }], more);
  const anchor = keys.anchor(entityId);
  for (const prefix of [registerEntries(registerId), registerChanges(registerId)]) {
    const items = await listUnder(table, anchor, prefix);
    await Promise.all(items.map(({ pk, sk }) => commitOne(table, { delete: { pk, sk } })));
  }
  return sweepBelow(table, filesOfRegister(register));
}

/** The register as the owner of its attachments. */
export const filesOfRegister = ({
  entityId,
  registerId,
}: Pick<OwnedRegister, 'entityId' | 'registerId'>): AttachmentOwner => ({
  id: registerId,
  noun: 'register',
  item: keys.register(entityId, registerId),
  below: keys.registerDue(registerId),
  unknown: unknownRegister,
});

/** Keeps a review with the register, unless that has changed since. */
export async function keepReview(
  table: Table,
  { entityId, registerId, version }: OwnedRegister,
  review: RegisterReview,
): Promise<void> {
  await tryCommitOne(table, {
    update: keys.register(entityId, registerId),
    set: { review },
    if: ['version', '=', version],
  });
}

/** @throws Refusal `conflict` for an archived register. */
export function refuseArchivedRegister({ archived }: Pick<StoredRegister, 'archived'>): void {
  if (archived) throw conflict('register/archived', 'An archived register cannot be changed.');
}

/** @throws Refusal `conflict` while entries are on their way to Xero. */
export function refuseWhileEntriesPost({ openIntents }: Pick<StoredRegister, 'openIntents'>): void {
  if (openIntents === 0) return;
  const message = 'Entries of this register are being posted to Xero. Please try again in a few minutes.';
  throw conflict('register/posting', message);
}

/** Counts entries that are about to be posted or reversed, if the register is as it was read; it keeps its facts then. */
export function entriesOpened(
  { entityId, registerId, version }: OwnedRegister,
  numbers: readonly number[],
): Write {
  return {
    update: keys.register(entityId, registerId),
    add: { openIntents: numbers.length, version: 1 },
    include: { postingNumbers: numbers },
    if: ['version', '=', version],
    otherwise: registerChanged,
  };
}

/** Counts entries whose outcome is known: those that came into Xero or left it, and others. */
export function entriesClosed(
  { entityId, registerId }: Pick<OwnedRegister, 'entityId' | 'registerId'>,
  numbers: readonly number[],
  { synced, unsynced = [] }: { readonly synced: readonly number[]; readonly unsynced?: readonly number[] },
): Write {
  return {
    update: keys.register(entityId, registerId),
    add: { openIntents: -numbers.length, version: 1 },
    include: { postedNumbers: synced },
    exclude: { postingNumbers: numbers, ...(unsynced.length > 0 && { postedNumbers: unsynced }) },
    if: 'present',
  };
}
