import type * as z from 'zod';
import type { Attachment as Stored } from './attachment-store.ts';
import type { Attachment } from './routes.ts';

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
