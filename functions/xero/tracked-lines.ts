/** The tracking of the lines of a document that is shown before it is posted. */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import type { LineRole } from '../../domain/journal/document.ts';
import { isTracked } from '../../domain/journal/tracking.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { trackingInForce } from '../records/entities/tracking.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { XeroTracking, XeroTrackingCategory } from '../services/xero/port.ts';
import { requireTracking, usableTracking } from './tracking.ts';

interface TrackedLines {
  of(role: LineRole, account: string | null): readonly XeroTracking[];
  /** The reason why documents can't be posted with the choice. */
  readonly problem: Refusal | null;
}

/** @param read asked for only where there is a choice; null where Xero doesn't answer, then the names are those of the choice */
export async function trackedLines(
  entity: OwnedEntity,
  schedule: Pick<OwnedSchedule, 'tracking'>,
  chart: readonly LedgerAccount[],
  read: () => Promise<readonly XeroTrackingCategory[] | null>,
): Promise<TrackedLines> {
  const inForce = trackingInForce(schedule, entity, entity.xero?.tenantId);
  const chosen = inForce.chosen.map(({ categoryId, optionId, category, option }) => ({
    categoryId,
    optionId,
    name: category,
    option,
  }));
  const classes = new Map(chart.map((account) => [account.id, account.class]));
  const carrying = (tracking: readonly XeroTracking[], problem: Refusal | null): TrackedLines => ({
    of: (role, account) => (isTracked(inForce.lines, role, classes.get(account ?? '')) ? tracking : []),
    problem,
  });
  try {
    requireTracking(inForce);
    const categories = chosen.length === 0 ? null : await read();
    return carrying(categories ? usableTracking(inForce.chosen, categories) : chosen, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return carrying(chosen, error);
  }
}
