/** Sends a file to the file storage by the form that the service signs, and has it checked there. */
import { MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { Unreachable } from '../data/problem.ts';
import type { ContentType, FilesOf } from './files-of.ts';

export const MAX_SIZE = `${MAX_ATTACHMENT_BYTES / 1024 / 1024} MB`;

/** The endings of {@link TYPES}, for a field of a form. */
export const ACCEPTED = '.pdf,.jpg,.jpeg,.png,.webp,.heic';

const TYPES: Readonly<Record<string, ContentType>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
};

/** By the name's ending, since browsers don't know every type; null for any other file. */
function typeOf({ name }: File): ContentType | null {
  return TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null;
}

/** Returns why a file can't be attached; null if it can. */
export function obstacleTo(file: File): string | null {
  if (typeOf(file) === null) return 'Please choose a PDF or a photo (JPEG, PNG, WebP or HEIC).';
  return file.size > MAX_ATTACHMENT_BYTES ? `Please choose a file of at most ${MAX_SIZE}.` : null;
}

/** @param file one without an obstacle */
export async function sendFile(files: FilesOf, file: File): Promise<void> {
  const contentType = typeOf(file) ?? 'application/pdf';
  const { id, upload } = await files.begin({ name: file.name, size: file.size, contentType });
  const form = new FormData();
  for (const [name, value] of Object.entries(upload.fields)) form.append(name, value);
  // The storage reads no field behind the file.
  form.append('file', file);
  const response = await fetch(upload.url, { method: 'POST', body: form });
  if (!response.ok) throw new Unreachable(`Status ${response.status}`);
  await files.confirm(id);
}
