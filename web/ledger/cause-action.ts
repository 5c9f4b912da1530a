/** The page on which a cause of a difference is resolved. */
import { paths, pathTo, setUpPath } from '../data/paths.ts';
import type { Cause } from './ledger-check.ts';

interface CauseAction {
  readonly label: string;
  readonly href: string;
}

/** Returns the page on which a cause is resolved; null where there is none. */
export function actionOf(
  { kind, scheduleId, registerId, paymentIds, paymentNumbers }: Cause,
  entityId: string,
): CauseAction | null {
  if (registerId !== undefined) {
    return { label: 'Show entries', href: pathTo(paths.registerPage, { entityId, registerId }) };
  }
  if (scheduleId === undefined) {
    const isJournal =
      kind === 'adjusting-journal' || kind === 'document-changed' || kind === 'document-missing';
    return isJournal
      ? { label: 'Adjusting journals', href: `${paths.reports}?entityId=${entityId}&view=journal` }
      : null;
  }
  const params = { entityId, scheduleId };
  const schedule = pathTo(paths.schedule, params);
  const [paymentId] = paymentIds ?? [];
  const [number] = paymentNumbers ?? [];
  const isOne = paymentIds?.length === 1;
  switch (kind) {
    case 'unsynced':
      if (paymentId === undefined) return { label: 'Post the change', href: pathTo(paths.history, params) };
      return isOne
        ? { label: `Sync payment ${number}`, href: `${schedule}?paymentId=${paymentId}&review=1` }
        : { label: 'Show unsynced payments', href: `${schedule}?show=unsynced` };
    case 'opening-missing':
    case 'opening-out-of-date':
    case 'opening-voided':
      return { label: 'Open opening balances', href: pathTo(paths.openingJournal, params) };
    case 'not-linked':
      return { label: 'Set up in Xero', href: setUpPath(params.entityId, [params.scheduleId]) };
    case 'remapped':
      return { label: 'Account settings', href: pathTo(paths.accountSettings, params) };
    case 'document-changed':
    case 'document-missing':
    case 'posted-early':
    case 'posted-late':
      if (paymentId !== undefined) {
        return {
          label: isOne ? `Show payment ${number}` : 'Show payments',
          href: `${schedule}?paymentId=${paymentId}`,
        };
      }
      return { label: 'Show history', href: pathTo(paths.history, params) };
    case 'entry-out-of-date':
    case 'scope-missing':
    case 'adjusting-journal':
    case 'beginning-missing':
    case 'reconciling-item':
    case 'other':
      break;
  }
  return null;
}
