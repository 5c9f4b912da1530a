import { prefetch } from './api.ts';
import { readSession } from './session.ts';

const ID = '([0-9a-f-]{36})';
const SCHEDULE_PAGE = new RegExp(`^/entity/${ID}/${ID}$`);

/** Asks for what the site's first page will show, while the page's code is still on its way. */
export function askForFirstAnswers(path: string): void {
  if (!readSession()) return;
  prefetch('GET /v1/users', {});
  const [, entityId, scheduleId] = SCHEDULE_PAGE.exec(path) ?? [];
  if (entityId === undefined || scheduleId === undefined) return;
  prefetch('GET /v1/entities/{entityId}', { params: { entityId } });
  prefetch('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: { entityId, scheduleId } });
}
