/** Registers of an entity: facts, accounts, and the numbers of the entries in Xero. The only reader of their items. */
import * as z from 'zod';
import { type CalendarDate } from '../../../domain/calendar.ts';
import { conflict, notFound, type Refusal } from '../../../domain/refusal.ts';
import { REGISTER_ALERT_KINDS } from '../../../domain/registers/register-kind.ts';
import { REGISTER_SCHEMAS, type FactsSent, type RegisterKindName } from '../../api/register.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { type Item, listUnder, type TableReader } from '../../store/table.ts';
import { type AttachmentOwner } from '../entities/attachments.ts';
import { type OwnedEntity } from '../entities/entity.ts';
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
  conflict('register/changed', 'This register was changed elsewhere. Please check it and try again.');

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

/** Some of an entity's registers, in the order of their ids; none only where it has none. */
export async function readSomeRegisters(
  table: TableReader,
  { entityId }: OwnedEntity,
  limit: number,
): Promise<OwnedRegister[]> {
  const { pk } = keys.anchor(entityId);
  const { items } = await table.query({ pk, sk: { prefix: prefixes.registers }, limit });
  return items.map((item) => ownedRegister(entityId, item));
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
