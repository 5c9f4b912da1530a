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

/** Attachments at most. A loan to a shareholder runs up to 25 years, with its agreement and the minute of each year. */
export const MAX_ATTACHMENTS = { schedule: 5, register: 30 } as const;
