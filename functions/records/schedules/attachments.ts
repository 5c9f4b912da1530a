/**
 * Attachments of schedules. A schedule has five places for them, so that two requests at the same time can't make it
 * six; a place whose upload was never confirmed is free again after an hour.
 */
import * as z from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from '../../../domain/attachment.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { type OwnedEntity, unknownEntity } from '../entities/entity.ts';
import { sizeWrites } from '../tenants/size.ts';
import { type OwnedSchedule, unknownSchedule } from './schedule.ts';
import { keys, prefixes } from '../../store/keys.ts';
import { commit, listUnder, type Table, type TableReader, type Write } from '../../store/table.ts';

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

const ANNOUNCED_MS = 60 * 60 * 1000;

export const fileKey = (scheduleId: string, attachmentId: string): string =>
  `attachments/${scheduleId}/${attachmentId}`;

/** All places in use, announced ones too. */
export async function readAttachments(table: TableReader, scheduleId: string): Promise<Attachment[]> {
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.attachments);
  return items.map((item) => AttachmentItem.parse(item));
}

/**
 * Returns the writes of a change of a schedule's bytes of files, with its version, so that no other write of the schedule
 * undoes it.
 */
const bytesWrites = (entity: OwnedEntity, scheduleId: string, fileBytes: number): Write[] => [
  {
    update: keys.schedule(entity.entityId, scheduleId),
    add: { version: 1, fileBytes },
    if: 'present',
    otherwise: unknownSchedule,
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
 * @throws Refusal `conflict` when all five places are taken or the plan allows no more bytes, `not-found` when the
 * schedule has just been deleted.
 */
export async function announceAttachment(
  table: Table,
  entity: OwnedEntity,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  given: Pick<Attachment, 'id' | 'name' | 'size' | 'contentType'>,
  now: number,
  more: readonly Write[],
): Promise<void> {
  const taken = await readAttachments(table, scheduleId);
  const isOver = ({ state, createdAt }: Attachment): boolean =>
    state === 'announced' && Date.parse(createdAt) + ANNOUNCED_MS < now;
  const places = Array.from({ length: MAX_ATTACHMENTS }, (_each, index) => index + 1);
  const place = places.find((number) => taken.every((each) => each.place !== number || isOver(each)));
  if (place === undefined) throw placesTaken();
  const before = taken.find((each) => each.place === place);
  const over = taken.filter(isOver);
  const item = { ...given, place, createdAt: new Date(now).toISOString(), state: 'announced' };
  const put: Write = {
    put: { ...keys.attachment(scheduleId, place), ...item },
    if: before ? ['id', '=', before.id] : 'absent',
    otherwise: attachmentBusy,
  };
  const freed = over.reduce((sum, { size }) => sum + size, 0);
  await commit(table, [
    // Refused for a deleted schedule, beside which a place would stay for ever, with its file.
    ...bytesWrites(entity, scheduleId, given.size - freed),
    put,
    ...over.filter((each) => each !== before).map((each) => removeWrite(scheduleId, each)),
    ...more,
  ]);
}

/** The write that keeps an attachment; refused when its place was given to another one. */
export const keepWrite = (scheduleId: string, { place, id }: Attachment): Write => ({
  update: keys.attachment(scheduleId, place),
  set: { state: 'kept' },
  if: ['id', '=', id],
  otherwise: attachmentBusy,
});

/** Returns the writes that remove an attachment and give its bytes back. */
export const removalWrites = (
  entity: OwnedEntity,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  attachment: Attachment,
): Write[] => [...bytesWrites(entity, scheduleId, -attachment.size), removeWrite(scheduleId, attachment)];

const removeWrite = (scheduleId: string, { place, id }: Attachment): Write => ({
  delete: keys.attachment(scheduleId, place),
  if: ['id', '=', id],
  otherwise: attachmentBusy,
});

function placesTaken(): Refusal {
  const message = `A schedule can have at most ${MAX_ATTACHMENTS} attachments.`;
  return conflict('attachment/limit-reached', message);
}

function attachmentBusy(): Refusal {
  const message = 'Another file is being attached at this moment. Please try again.';
  return conflict('attachment/busy', message);
}
