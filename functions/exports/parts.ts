/** The files of an export: JSON, cells of workbooks, and lists that are divided among several files. */
import type { Row } from 'write-excel-file/node';
import type { ArchivedFile } from '../lib/zip.ts';
import { type Attachment, type AttachmentOwner, readAttachments } from '../records/entities/attachments.ts';
import type { TableReader } from '../store/table.ts';

export const json = (name: string, value: unknown): ArchivedFile => ({
  name,
  bytes: Buffer.from(JSON.stringify(value, null, 2)),
});

const MONEY = '#,##0.00';

export const text = (value: string) => ({ type: String, value }) as const;
export const money = (value: number) => ({ type: Number, value, format: MONEY }) as const;
export const count = (value: number) => ({ type: Number, value, format: '0' }) as const;
export const date = (value: string) =>
  ({ type: Date, value: new Date(`${value}T00:00:00Z`), format: 'dd/mm/yyyy' }) as const;

export const head = (labels: readonly string[]): Row =>
  labels.map((value) => ({ value, fontWeight: 'bold' }));

/** Groups items in their order, so that a group counts at most so many, or is a single item. */
export function inParts<Item>(
  items: readonly Item[],
  most: number,
  countOf: (item: Item) => number,
): Item[][] {
  const parts: Item[][] = [];
  let left = 0;
  for (const item of items) {
    const own = countOf(item);
    if (own > left || parts.length === 0) {
      parts.push([]);
      left = most;
    }
    parts.at(-1)?.push(item);
    left -= own;
  }
  return parts;
}

export type ExportedAttachment = Pick<Attachment, 'name' | 'size' | 'createdAt'>;

/** Returns the names of the files beside a schedule or register. */
export async function attachmentsOf(
  table: TableReader,
  owner: AttachmentOwner,
): Promise<ExportedAttachment[]> {
  const attachments = await readAttachments(table, owner);
  return attachments.map(({ name, size, createdAt }) => ({ name, size, createdAt }));
}
