/** Sends a file to the file storage by the form that the service signs, and has it checked there. */
import type { ScheduleParams } from '../data/answers.ts';
import { call, type Body } from '../data/api.ts';
import { change } from '../data/change.ts';
import { Unreachable } from '../data/problem.ts';

const ATTACHMENTS = '/v1/entities/{entityId}/schedules/{scheduleId}/attachments';

type ContentType = Body<`POST ${typeof ATTACHMENTS}`>['contentType'];

const TYPES: Readonly<Record<string, ContentType>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
};

/** By the name's ending, since browsers don't know every type; null for any other file. */
export function typeOf({ name }: File): ContentType | null {
  return TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
}

export async function sendFile(params: ScheduleParams, file: File, contentType: ContentType): Promise<void> {
  const body = { name: file.name, size: file.size, contentType };
  const { id, upload } = await call(`POST ${ATTACHMENTS}`, { params, body });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  // The storage reads no field behind the file.
  form.append('file', file);
  const response = await fetch(upload.url, { method: 'POST', body: form });
  if (!response.ok) throw new Unreachable(`Status ${response.status}`);
  await change(`POST ${ATTACHMENTS}/{attachmentId}/confirm`, { params: { ...params, attachmentId: id } });
}
