/** The last import of this browser in the organisation, as long as it can be undone. */
import { readSession, tenantOf } from '../data/stored-session.ts';

const PLACE = 'paydown.import.last';
const UNDO_MS = 24 * 60 * 60 * 1000;

export interface LastImport {
  readonly importId: string;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export function lastImport(): LastImport | null {
  try {
    const stored = JSON.parse(localStorage.getItem(PLACE) ?? 'null') as
      | (LastImport & { tenant: unknown })
      | null;
    const isOurs = stored !== null && stored.tenant === tenantOf(readSession());
    return isOurs && stored.at + UNDO_MS > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

export function rememberImport(importId: string, count: number): void {
  const last = { importId, count, at: Date.now(), tenant: tenantOf(readSession()) };
  localStorage.setItem(PLACE, JSON.stringify(last));
}

export function forgetImport(): void {
  localStorage.removeItem(PLACE);
}
