import { expect, test } from 'vitest';
import { paths, pathTo } from '../../../web/data/paths.ts';

test('pathTo replaces the names of a pattern by their values', () => {
  expect(pathTo(paths.editSchedule, { entityId: 'e1', scheduleId: 's1' })).toBe('/entity/e1/s1/edit');
  expect(pathTo(paths.billing, {})).toBe(paths.billing);
});
