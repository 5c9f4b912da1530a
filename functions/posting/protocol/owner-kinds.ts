/** The owners of documents: where their items stand, and what the owner counts of those on their way. One row an owner. */
import { journalsClosed, journalsOpened } from '../../records/entities/links.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import { type OwnedRegister } from '../../records/registers/register.ts';
import { entriesClosed, entriesOpened } from '../../records/registers/register-writes.ts';
import { type PaymentsMoved, postingNoted, postingOpened } from '../../records/schedules/open-documents.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { keys } from '../../store/keys.ts';
import type { Write } from '../../store/table.ts';
import type { KindName, Owner } from './open-document.ts';

type ScheduleChanges = Parameters<typeof postingOpened>[2];

/** Documents that are about to be posted or removed. */
interface Opened {
  readonly xeroTenantId: string;
  /** The numbers of their payments, events or entries. */
  readonly numbers: readonly number[];
  readonly changes: ScheduleChanges;
}

interface Closed extends PaymentsMoved {
  readonly numbers: readonly number[];
  readonly changes: ScheduleChanges;
}

interface OwnerPlace {
  readonly entityId: string;
  readonly ownerId: string;
}

interface OwnerKind<Own> {
  /** The partition of its documents. */
  partition(place: OwnerPlace): string;
  /** Counts documents, if the owner is as it was read. */
  opened(owner: Own, opened: Opened): Write[];
  /** Counts documents whose outcome is known. */
  closed(place: OwnerPlace, closed: Closed): Write[];
}

const schedule: OwnerKind<OwnedSchedule> = {
  partition: ({ ownerId }) => keys.scheduleParent(ownerId).pk,
  opened: (owner, { numbers, changes }) => [postingOpened(owner, numbers.length, changes)],
  closed: ({ entityId, ownerId: scheduleId }, { numbers, ...moved }) => [
    postingNoted({ entityId, scheduleId }, { closed: numbers.length, ...moved }),
  ],
};

const entity: OwnerKind<OwnedEntity> = {
  partition: ({ ownerId }) => keys.anchor(ownerId).pk,
  opened: ({ entityId }, { xeroTenantId, numbers }) => [
    journalsOpened(entityId, xeroTenantId, numbers.length),
  ],
  closed: ({ ownerId }, { numbers }) => [journalsClosed(ownerId, numbers.length)],
};

/** Its entity counts the documents too, and keeps its link. */
const register: OwnerKind<OwnedRegister> = {
  partition: ({ entityId }) => keys.anchor(entityId).pk,
  opened: (owner, { xeroTenantId, numbers }) => [
    entriesOpened(owner, numbers),
    journalsOpened(owner.entityId, xeroTenantId, numbers.length),
  ],
  closed: ({ entityId, ownerId }, { numbers, ...moved }) => [
    entriesClosed({ entityId, registerId: ownerId }, numbers, moved),
    journalsClosed(entityId, numbers.length),
  ],
};

const OWNERS = {
  payment: schedule,
  correction: schedule,
  reversal: schedule,
  'dishonour-fee': schedule,
  event: schedule,
  opening: schedule,
  adjusting: entity,
  register,
  'register-reversal': register,
} as const satisfies Readonly<Record<KindName, OwnerKind<never>>>;

/** The owner of documents of a kind, whichever it is. */
export const ownerKindOf = (kind: KindName): OwnerKind<Owner> => OWNERS[kind];
