import { expect, it } from 'vitest';
import { showDay, showMoment } from '../../../web/ui/instants.ts';

it.each([
  ['2025-01-15T09:05', '15th Jan 2025', '15th Jan 2025, 9:05\u00A0am'],
  ['2025-12-31T00:00', '31st Dec 2025', '31st Dec 2025, 12:00\u00A0am'],
  ['2026-02-02T12:30', '2nd Feb 2026', '2nd Feb 2026, 12:30\u00A0pm'],
  ['2026-11-30T23:59', '30th Nov 2026', '30th Nov 2026, 11:59\u00A0pm'],
])('shows %s, a local time, as %s and %s', (local, day, moment) => {
  const instant = new Date(local).toISOString();
  expect(showDay(instant)).toBe(day);
  expect(showMoment(instant)).toBe(moment);
});
