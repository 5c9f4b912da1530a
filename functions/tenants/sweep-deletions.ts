import { type Deletion, openDeletions } from '../records/entities/deletions.ts';
import { eraseEntity, type ErasingServices } from '../entities/entity-deletion.ts';
import { eraseRegister } from '../records/registers/register-writes.ts';
import { eraseSchedule } from '../records/schedules/schedule.ts';
import { timerJob } from '../access/job-handler.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { jobs } from '../api/jobs.ts';
import { eraseTenant } from './tenant-deletion.ts';

/** The age from which a deletion counts as interrupted. */
const INTERRUPTED_MS = 15 * 60_000;
/** The time limit for one deletion. */
const SPARE_MS = 60_000;

export const handler = timerJob(jobs, 'deletion-sweep', async ({ today, isManual, deadline }, services) => {
  const { table, clock, log } = services;
  const counts = { finished: 0, failed: 0, left: 0 };
  for (const deletion of await openDeletions(table, clock.now() - (isManual ? 0 : INTERRUPTED_MS))) {
    if (clock.now() + SPARE_MS > deadline) {
      counts.left++;
      continue;
    }
    try {
      await finish(services, deletion, deadline);
      counts.finished++;
    } catch (error) {
      counts.failed++;
      log.error('a deletion could not be finished', { ...deletion, error });
    }
  }
  return { today, ...counts };
});

function finish(services: ErasingServices, deletion: Deletion, deadline: number): Promise<void> {
  const startBy = deadline - SPARE_MS;
  const deadlines: Deadlines = { leaseBy: startBy, startBy, endBy: deadline };
  const { kind } = deletion;
  if (kind === 'entity') return eraseEntity(services, deletion, deadlines);
  if (kind === 'schedule') return eraseSchedule(services, deletion);
  if (kind === 'register') return eraseRegister(services, deletion);
  return eraseTenant(services, { ...deletion, deadlines });
}
