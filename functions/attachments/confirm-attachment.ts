import { conflict, invalid } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { touchWrite } from '../records/schedules/schedule.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { commit } from '../store/table.ts';
import { fileKey, keepWrite, removalWrites, type Attachment } from '../records/schedules/attachments.ts';
import { attachmentView } from './attachment-view.ts';
import { attachmentRoutes } from '../api/attachments.ts';

/** The file's own bytes decide: one that isn't what was announced is deleted. Repeated, it changes nothing. */
export const handler = endpoint(
  attachmentRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}/confirm',
  async ({ actor, entity, schedule, attachment }, { table, clock, files }) => {
    const { scheduleId } = schedule;
    const { id, state, size, contentType } = attachment;
    if (state === 'kept') return attachmentView(attachment);
    const key = fileKey(scheduleId, id);
    const sent = await files.inspectUpload(key);
    if (!sent) throw conflict('attachment/not-sent', 'The file has not arrived. Please send it again.');
    if (sent.size !== size || fileTypeOf(sent.head) !== contentType) {
      await files.remove([key]);
      await commit(table, removalWrites(entity, schedule, attachment));
      const message = 'This file is not a PDF or photo of the type that its name says.';
      throw invalid('contentType', 'attachment/content', message);
    }
    const at = clock.now();
    await files.keepUpload(key, sent);
    await commit(table, [
      keepWrite(scheduleId, attachment),
      touchWrite(schedule),
      auditEntry({ actor, action: 'attachment/add', subject: scheduleId, at, detail: { id } }),
    ]);
    return attachmentView(attachment);
  },
);

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
