/** The steps of an attachment, for schedules and registers alike. */
import type * as z from 'zod';
import { conflict, invalid, Refusal } from '../../domain/refusal.ts';
import { pageOf } from '../access/page.ts';
import type { Actor } from '../access/actor.ts';
import type { attachmentRoutes } from '../api/attachments.ts';
import {
  announceAttachment,
  type Attachment,
  type AttachmentOwner,
  fileKey,
  keepWrites,
  readAttachments,
  attachmentRemovalWrites,
} from '../records/entities/attachments.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { filesOfRegister, type OwnedRegister } from '../records/registers/register.ts';
import { filesOfSchedule, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { type AuditEntry, auditEntry } from '../records/tenants/audit.ts';
import type { ServicesFor } from '../services/context.ts';
import { commit, type TableReader, type Write } from '../store/table.ts';
import { attachmentView } from './attachment-view.ts';

type Routes = typeof attachmentRoutes;
type ListRow = Routes['GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments'];
type BeginRow = Routes['POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments'];

/** The owner of attachments, and how audit entries name it. */
interface Owner extends AttachmentOwner {
  readonly actions: Readonly<Record<'begin' | 'add' | 'delete', AuditEntry['action']>>;
  readonly detail: NonNullable<AuditEntry['detail']>;
}

export const ofSchedule = (schedule: OwnedSchedule): Owner => ({
  ...filesOfSchedule(schedule),
  actions: { begin: 'attachment/begin', add: 'attachment/add', delete: 'attachment/delete' },
  detail: {},
});

export const ofRegister = (register: OwnedRegister): Owner => ({
  ...filesOfRegister(register),
  actions: {
    begin: 'register/begin-attachment',
    add: 'register/add-attachment',
    delete: 'register/delete-attachment',
  },
  detail: { register: register.name },
});

interface Request {
  readonly actor: Actor;
  readonly entity: OwnedEntity;
  readonly now: number;
}

const entryOf = (
  { actor, now: at }: Request,
  { id: subject, actions, detail }: Owner,
  step: keyof Owner['actions'],
  facts: NonNullable<AuditEntry['detail']>,
): Write => auditEntry({ actor, action: actions[step], subject, at, detail: { ...facts, ...detail } });

export async function listOf(table: TableReader, owner: Owner, query: z.output<ListRow['query']>) {
  const all = await readAttachments(table, owner);
  const kept = all.filter(({ state }) => state === 'kept');
  const ordered = kept.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  const { items, next } = pageOf(ordered, query, ({ id }) => id);
  return { items: items.map(attachmentView), next };
}

export async function begin(
  { table, ids, files }: ServicesFor<'table:write' | 'files:write'>,
  owner: Owner,
  request: Request & { readonly body: z.output<BeginRow['body']> },
) {
  const { name, size, contentType } = request.body;
  const id = ids.uuid();
  await announceAttachment(table, request.entity, owner, { id, name, size, contentType }, request.now, [
    entryOf(request, owner, 'begin', { id, name, size }),
  ]);
  return { id, upload: await files.signUpload(fileKey(owner.id, id), { size, contentType }) };
}

interface OfOne extends Request {
  readonly attachment: Attachment;
}

/**
 * The file's own bytes decide: one that isn't what was announced is deleted, as is one that can't be recorded any more.
 * Repeated, it changes nothing.
 */
export async function confirm(
  { table, files }: ServicesFor<'table:write' | 'files:delete'>,
  owner: Owner,
  request: OfOne,
) {
  const { attachment, entity } = request;
  const { id, state, size, contentType } = attachment;
  if (state === 'kept') return attachmentView(attachment);
  const key = fileKey(owner.id, id);
  const sent = await files.inspectUpload(key);
  if (!sent) throw conflict('attachment/not-sent', 'The file has not arrived. Please send it again.');
  if (sent.size !== size || fileTypeOf(sent.head) !== contentType) {
    await files.remove([key]);
    await commit(table, attachmentRemovalWrites(entity, owner, attachment));
    const message = 'This file is not a PDF or photo of the type that its name says.';
    throw invalid('contentType', 'attachment/content', message);
  }
  await files.keepUpload(key, sent);
  try {
    await commit(table, [...keepWrites(owner, attachment), entryOf(request, owner, 'add', { id })]);
  } catch (error) {
    // Another call may have kept the attachment before its owner moved.
    if (error instanceof Refusal && !(await isKept(table, owner, id))) await files.remove([key]);
    throw error;
  }
  return attachmentView(attachment);
}

async function isKept(table: TableReader, owner: Owner, id: string): Promise<boolean> {
  const attachments = await readAttachments(table, owner);
  return attachments.some((attachment) => attachment.id === id && attachment.state === 'kept');
}

export const addressOf = async (
  { files }: ServicesFor<'files:read'>,
  owner: Owner,
  { id, name }: Attachment,
) => ({ url: await files.signDownload(fileKey(owner.id, id), name) });

export async function remove(
  { table, files }: ServicesFor<'table:write' | 'files:delete'>,
  owner: Owner,
  request: OfOne,
): Promise<void> {
  const { attachment, entity } = request;
  const { id, name } = attachment;
  // The file goes first: while its record is there, a repeat removes what an interruption has left.
  await files.remove([fileKey(owner.id, id)]);
  await commit(table, [
    ...attachmentRemovalWrites(entity, owner, attachment),
    entryOf(request, owner, 'delete', { id, name }),
  ]);
}

type FileType = Attachment['contentType'];

const HEIC_BRANDS = new Set(['heic', 'heix', 'heif', 'mif1', 'msf1', 'hevc']);

/** Null for every other kind of file. */
function fileTypeOf(head: Uint8Array): FileType | null {
  const text = Buffer.from(head).toString('latin1');
  if (text.startsWith('%PDF-')) return 'application/pdf';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp' && HEIC_BRANDS.has(text.slice(8, 12))) return 'image/heic';
  return null;
}
