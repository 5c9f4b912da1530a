/** The only writer of registers, and of the counts that the entity and the plan keep of them. */
import { businessDate, earliestOf } from '../../../domain/calendar.ts';
import { invalid, Refusal } from '../../../domain/refusal.ts';
import { keys, registerChanges, registerEntries } from '../../store/keys.ts';
import {
  commit,
  commitAll,
  type Item,
  type Key,
  listUnder,
  type Table,
  tryCommitOne,
  type Write,
} from '../../store/table.ts';
import { eraseBelow, type Eraser } from '../entities/attachments.ts';
import { deletionWrite } from '../entities/deletions.ts';
import { entityChanged, type OwnedEntity, readAgain, unknownEntity } from '../entities/entity.ts';
import { dueAnew } from '../schedules/due-index.ts';
import { sizeWrites } from '../tenants/size.ts';
import { connectionLimit, unknownTenant } from '../tenants/tenant.ts';
import { changeWrite, type StoredChange } from './changes.ts';
import {
  filesOfRegister,
  findRegister,
  firstToPost,
  isInUse,
  isWatched,
  MAX_REGISTERS,
  type OwnedRegister,
  registerChanged,
  type RegisterReview,
  type StoredRegister,
} from './register.ts';

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

/**
 * Creates a register with its changes, to which no path leads until it is there. Where it is refused, none of them is left.
 * @throws Refusal as `saveRegisters`
 */
export async function createRegister(
  table: Table,
  entity: OwnedEntity,
  register: StoredRegister,
  changes: readonly StoredChange[],
  more: readonly Write[],
): Promise<void> {
  const { entityId } = entity;
  const { registerId } = register;
  try {
    await commitAll(table, changes, (some) => some.map((change) => changeWrite(entityId, change)));
    await saveRegisters(table, entity, [{ registerId, before: null, after: register }], more);
  } catch (error) {
    // Without a refusal the outcome is unknown: the register may be there in a moment.
    const isRefused = error instanceof Refusal && (await findRegister(table, entity, registerId)) === null;
    if (isRefused) await removeUnder(table, entityId, registerChanges(registerId));
    throw error;
  }
}

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
 * Deletes a register, and leaves its changes, the records of its documents and its files to `eraseRegister`; what is in Xero
 * stays there.
 * @param now milliseconds since the epoch
 * @throws Refusal `conflict` when it has changed since it was read.
 */
export async function deleteRegister(
  table: Table,
  entity: OwnedEntity,
  register: OwnedRegister,
  now: number,
  more: readonly Write[],
): Promise<void> {
  const { entityId, registerId } = register;
  const record = deletionWrite({ kind: 'register', entityId, registerId }, now);
  await saveRegisters(table, entity, [{ registerId, before: register, after: null }], [record, ...more]);
}

/** Removes the changes of a deleted register, the records of its documents, and its files. May be repeated. */
export async function eraseRegister(
  services: Eraser,
  register: Pick<OwnedRegister, 'entityId' | 'registerId'>,
): Promise<void> {
  const { entityId, registerId } = register;
  for (const prefix of [registerEntries(registerId), registerChanges(registerId)]) {
    await removeUnder(services.table, entityId, prefix);
  }
  await eraseBelow(services, filesOfRegister(register));
}

async function removeUnder(table: Table, entityId: string, prefix: string): Promise<void> {
  const items = await listUnder(table, keys.anchor(entityId), prefix);
  await commitAll(table, items, (some) => some.map(({ pk, sk }) => ({ delete: { pk, sk } })));
}

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
