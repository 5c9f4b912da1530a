import { expect, it } from 'vitest';
import { closestName } from '../../../web/xero/closest-name.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

it('proposes the organisation with the same telling words', () => {
  const candidates = named('Coastline Transport Pty Ltd', 'Riverbend Orchards Trust', 'River Bend Motel');
  expect(closestName('RIVERBEND ORCHARDS PTY LTD', candidates)?.name).toBe('Riverbend Orchards Trust');
});

it('proposes none when no name is close or two are equally close', () => {
  expect(
    closestName('Riverbend Orchards', named('Coastline Transport', 'Demo Company (AU)')),
  ).toBeUndefined();
  expect(closestName('Riverbend', named('Riverbend Pty Ltd', 'The Riverbend Trust'))).toBeUndefined();
  expect(closestName('Pty Ltd', named('Pty Ltd'))).toBeUndefined();
});
