/** Attachments: a contract or a minute as PDF or photo, beside its schedule or register. */
import * as z from 'zod';
import { ATTACHMENT_TYPES, MAX_ATTACHMENT_BYTES } from '../../domain/attachment.ts';
import { defineRoutes } from './route.ts';
import { Id, Paging, Text } from './wire.ts';

const SIZE = 'Please choose a file of at most 10 MB.';

const NewAttachment = z.object({
  name: Text,
  /** Bytes. */
  size: z.number(SIZE).int(SIZE).min(1, 'This file is empty.').max(MAX_ATTACHMENT_BYTES, SIZE),
  contentType: z.enum(ATTACHMENT_TYPES, 'Please choose a PDF or a photo (JPEG, PNG, WebP or HEIC).'),
});

export const Attachment = z.object({
  id: Id,
  name: z.string(),
  size: z.number(),
  contentType: z.enum(ATTACHMENT_TYPES),
  createdAt: z.string(),
});

const UploadForm = z.object({ url: z.string(), fields: z.record(z.string(), z.string()) });

/** The parts of rows that schedules and registers share. */
const listed = {
  allow: 'Guest',
  kind: 'list',
  query: Paging,
  response: z.array(Attachment),
  refuses: ['invalid'],
  uses: ['table:read'],
} as const;

const begun = {
  allow: 'Member',
  body: NewAttachment,
  status: 201,
  response: z.object({ id: Id, upload: UploadForm }),
  refuses: ['conflict'],
  uses: ['table:write', 'files:write'],
} as const;

const confirmed = {
  allow: 'Member',
  response: Attachment,
  refuses: ['invalid', 'conflict'],
  uses: ['table:write', 'files:delete'],
} as const;

const fetched = {
  allow: 'Guest',
  response: z.object({ url: z.string() }),
  refuses: [],
  uses: ['table:read', 'files:read'],
} as const;

const deleted = {
  allow: 'Member',
  refuses: ['conflict'],
  uses: ['table:write', 'files:delete'],
} as const;

export const attachmentRoutes = defineRoutes({
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments': {
    summary: 'A schedule’s attachments',
    handler: 'attachments/list-attachments',
    ...listed,
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments': {
    summary: 'Begin an attachment: the file is sent with the form that is answered, and then confirmed',
    handler: 'attachments/begin-attachment',
    ...begun,
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}/confirm': {
    summary: 'Keep an attachment that was sent, once its content is what was announced',
    handler: 'attachments/confirm-attachment',
    ...confirmed,
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}': {
    summary: 'An address that downloads an attachment, for one minute',
    handler: 'attachments/get-attachment',
    ...fetched,
  },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}': {
    summary: 'Delete an attachment',
    handler: 'attachments/delete-attachment',
    ...deleted,
  },
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments': {
    summary: 'A register’s attachments',
    handler: 'attachments/list-register-attachments',
    ...listed,
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments': {
    summary:
      'Begin an attachment of a register: the file is sent with the form that is answered, and then confirmed',
    handler: 'attachments/begin-register-attachment',
    ...begun,
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}/confirm': {
    summary: 'Keep an attachment of a register that was sent, once its content is what was announced',
    handler: 'attachments/confirm-register-attachment',
    ...confirmed,
  },
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}': {
    summary: 'An address that downloads an attachment of a register, for one minute',
    handler: 'attachments/get-register-attachment',
    ...fetched,
  },
  'DELETE /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}': {
    summary: 'Delete an attachment of a register',
    handler: 'attachments/delete-register-attachment',
    ...deleted,
  },
});
