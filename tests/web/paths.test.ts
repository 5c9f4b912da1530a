import { expect, test } from 'vitest';
import { paths, pathTo } from '../../web/paths.ts';

test('an address holds the parameters in the places of their names', () => {
  expect(pathTo(paths.editSchedule, { entityId: 'e1', scheduleId: 's1' })).toBe('/entity/e1/s1/edit');
  expect(pathTo(paths.billing, {})).toBe(paths.billing);
});
