/** Stores a result as the wire shows it; a result that is news brings its message. */
import type * as z from 'zod';
import type { CalendarDate } from '../../domain/calendar.ts';
import { agrees } from '../../domain/ledger/ledger-check.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { digest } from '../lib/digest.ts';
import type { ServicesFor } from '../lib/context.ts';
import type { Write } from '../store/table.ts';
import { saveCheck, type StoredCheck } from './check-store.ts';
import { checkView } from './check-view.ts';
import type { LedgerCheck as Wire } from './check-wire.ts';
import type { LedgerCheck } from './run-check.ts';

type WireCheck = z.input<typeof Wire>;

/** @param messageFor the message that goes with the result in one transaction, none by default. */
export async function storeCheck(
  { table, clock, xeroWeb }: Pick<ServicesFor<'table:write'>, 'table' | 'clock' | 'xeroWeb'>,
  entity: OwnedEntity,
  date: CalendarDate,
  check: LedgerCheck,
  messageFor: (stored: StoredCheck, view: WireCheck) => readonly Write[] = () => [],
): Promise<WireCheck> {
  const now = clock.now();
  const { xero: link } = entity;
  const view = checkView(check, { date, checkedAt: new Date(now).toISOString(), link, xeroWeb });
  const stored: StoredCheck = {
    xeroTenantId: link?.tenantId ?? '',
    authorisationId: link?.authorisationId ?? '',
    digest: digestOf(check),
    isUnscoped: check.obstacle?.kind === 'scope-missing',
    json: JSON.stringify(view),
  };
  await saveCheck(table, entity, date, stored, now, messageFor(stored, view));
  return view;
}

/** Identifies the differences of a result by account and amount. */
function digestOf({ status, obstacle, rows }: LedgerCheck): string {
  const differing = rows
    .filter((row) => !agrees(row))
    .map(({ account, difference }) => [account, difference]);
  return digest(JSON.stringify([status, obstacle?.kind ?? null, obstacle ? [] : differing]));
}
