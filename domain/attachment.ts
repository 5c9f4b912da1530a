/** The media types of attachments: PDF and photos. */
export const ATTACHMENT_TYPES = [
  'application/pdf',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
] as const;

/** The largest attachment, in bytes. */
export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** Attachments of a schedule, at most. */
export const MAX_ATTACHMENTS = 5;
