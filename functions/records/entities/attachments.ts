/**
 * Attachments of schedules and registers. Each has a number of places for them, so that two requests at the same time can't
 * make it one more; a place whose upload was never confirmed is free again after an hour.
 */
import * as z from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from '../../../domain/attachment.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import type { ServicesFor } from '../../services/context.ts';
import { keys, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Key,
  listUnder,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../../store/table.ts';
import { sizeWrites } from '../tenants/size.ts';
import { type OwnedEntity, unknownEntity } from './entity.ts';

const AttachmentItem = z.object({
  id: z.string(),
  place: z.number(),
  name: z.string(),
  size: z.number(),
  contentType: z.enum(ATTACHMENT_TYPES),
  createdAt: z.string(),
  /** `announced`: a form was given out for it, and nothing is known of the file yet. */
  state: z.enum(['announced', 'kept']),
});

export type Attachment = Readonly<z.output<typeof AttachmentItem>>;

/** A schedule or register, beside which the files are. */
export interface AttachmentOwner {
  readonly id: string;
  readonly noun: keyof typeof MAX_ATTACHMENTS;
  /** Its own item, which counts its bytes. */
  readonly item: Key;
  /** A key of the partition of its places, which no move of its entity changes. */
  readonly below: Key;
  readonly unknown: () => Refusal;
}

const ANNOUNCED_MS = 60 * 60 * 1000;

export const fileKey = (ownerId: string, attachmentId: string): string =>
  `attachments/${ownerId}/${attachmentId}`;

/** All places in use, announced ones too. */
export async function readAttachments(
  table: TableReader,
  { below }: Pick<AttachmentOwner, 'below'>,
): Promise<Attachment[]> {
  const items = await listUnder(table, below, prefixes.attachments);
  return items.map((item) => AttachmentItem.parse(item));
}

/**
 * Removes the items below a deleted schedule or register, to which no path leads. The record of the deletion goes last, so
 * that the job continues what is interrupted.
 */
export async function sweepBelow(table: Table, { below }: Pick<AttachmentOwner, 'below'>): Promise<void> {
  const { pk } = below;
  const record = keys.deletedOwner(below);
  const items = (await queryAll(table, { pk })).filter(({ sk }) => sk !== record.sk);
  await Promise.all(items.map(({ sk }) => commitOne(table, { delete: { pk, sk } })));
  await commitOne(table, { delete: record });
}

/** The services that remove files and items. */
export type Eraser = Pick<ServicesFor<'table:write' | 'files:delete'>, 'table' | 'files'>;

/** Removes the files and items below a deleted schedule or register. May be repeated. */
export async function eraseBelow({ table, files }: Eraser, owner: AttachmentOwner): Promise<void> {
  const attachments = await readAttachments(table, owner);
  if (attachments.length > 0) await files.remove(attachments.map(({ id }) => fileKey(owner.id, id)));
  await sweepBelow(table, owner);
}

/**
 * Returns the writes of a change of an owner's bytes of files, with its version, so that no other write of the owner
 * undoes it.
 */
const bytesWrites = (entity: OwnedEntity, { item, unknown }: AttachmentOwner, fileBytes: number): Write[] => [
  {
    update: item,
    add: { version: 1, fileBytes },
    if: 'present',
    otherwise: unknown,
  },
  {
    update: keys.entity(entity.tenantId, entity.entityId),
    add: { version: 1, fileBytes },
    if: 'present',
    otherwise: unknownEntity,
  },
  ...sizeWrites(entity.tenantId, { fileBytes }),
];

/**
 * @throws Refusal `conflict` when all places are taken or the plan allows no more bytes, `not-found` when the
 * owner has just been deleted.
 */
export async function announceAttachment(
  table: Table,
  entity: OwnedEntity,
  owner: AttachmentOwner,
  given: Pick<Attachment, 'id' | 'name' | 'size' | 'contentType'>,
  now: number,
  more: readonly Write[],
): Promise<void> {
  const taken = await readAttachments(table, owner);
  const isOver = ({ state, createdAt }: Attachment): boolean =>
    state === 'announced' && Date.parse(createdAt) + ANNOUNCED_MS < now;
  const places = Array.from({ length: MAX_ATTACHMENTS[owner.noun] }, (_each, index) => index + 1);
  const place = places.find((number) => taken.every((each) => each.place !== number || isOver(each)));
  if (place === undefined) throw placesTaken(owner);
  const before = taken.find((each) => each.place === place);
  const over = taken.filter(isOver);
  const item = { ...given, place, createdAt: new Date(now).toISOString(), state: 'announced' };
  const put: Write = {
    put: { ...keys.attachment(owner.below, place), ...item },
    if: before ? ['id', '=', before.id] : 'absent',
    otherwise: attachmentBusy,
  };
  const freed = over.reduce((sum, { size }) => sum + size, 0);
  await commit(table, [
    // Refused for a deleted owner, beside which a place would stay for ever, with its file.
    ...bytesWrites(entity, owner, given.size - freed),
    put,
    ...over.filter((each) => each !== before).map((each) => removeWrite(owner, each)),
    ...more,
  ]);
}

/**
 * Returns the writes that keep an attachment and count it as a change of its owner. Refused when its place was given to
 * another one, or its owner is gone.
 */
export const keepWrites = ({ item, below, unknown }: AttachmentOwner, { place, id }: Attachment): Write[] => [
  {
    update: keys.attachment(below, place),
    set: { state: 'kept' },
    if: ['id', '=', id],
    otherwise: attachmentBusy,
  },
  { update: item, add: { version: 1 }, if: 'present', otherwise: unknown },
];

/** Returns the writes that remove an attachment and give its bytes back. */
export const attachmentRemovalWrites = (
  entity: OwnedEntity,
  owner: AttachmentOwner,
  attachment: Attachment,
): Write[] => [...bytesWrites(entity, owner, -attachment.size), removeWrite(owner, attachment)];

const removeWrite = ({ below }: AttachmentOwner, { place, id }: Attachment): Write => ({
  delete: keys.attachment(below, place),
  if: ['id', '=', id],
  otherwise: attachmentBusy,
});

function placesTaken({ noun }: AttachmentOwner): Refusal {
  const message = `A ${noun} can have at most ${MAX_ATTACHMENTS[noun]} attachments.`;
  return conflict('attachment/limit-reached', message);
}

function attachmentBusy(): Refusal {
  const message = 'Another file is being attached at this moment. Please try again.';
  return conflict('attachment/busy', message);
}
