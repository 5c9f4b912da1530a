import type * as z from 'zod';
import type { Attachment as Stored } from '../records/entities/attachments.ts';
import type { Attachment } from '../api/attachments.ts';

export const attachmentView = ({
  id,
  name,
  size,
  contentType,
  createdAt,
}: Stored): z.input<typeof Attachment> => ({
  id,
  name,
  size,
  contentType,
  createdAt,
});
