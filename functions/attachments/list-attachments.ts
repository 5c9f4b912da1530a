import { endpoint } from '../access/endpoint.ts';
import { pageOf } from '../access/page.ts';
import { readAttachments } from '../records/schedules/attachments.ts';
import { attachmentView } from './attachment-view.ts';
import { attachmentRoutes } from '../api/attachments.ts';

export const handler = endpoint(
  attachmentRoutes,
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments',
  async ({ schedule, query }, { table }) => {
    const all = await readAttachments(table, schedule.scheduleId);
    const kept = all.filter(({ state }) => state === 'kept');
    const ordered = kept.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    const { items, next } = pageOf(ordered, query, ({ id }) => id);
    return { items: items.map(attachmentView), next };
  },
);
