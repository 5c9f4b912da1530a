import { conflict, type Refusal } from '../../domain/refusal.ts';
import { keys } from '../store/keys.ts';
import { CLOCK_SPREAD_MS, holding, type LeaseServices } from '../store/lease.ts';

/** Longer than an import of 500 rows takes. */
const WAIT_MS = 15_000;

/**
 * Runs an import of an organisation, or the undo of one, while no other one runs: so two imports never create the same
 * schedule, and two undos never put back what the other deletes. Others wait.
 * @param deadline of the execution, milliseconds since the epoch
 * @throws Refusal `conflict` when another one runs for longer
 */
export function whileAlone<Result>(
  services: LeaseServices,
  tenantId: string,
  deadline: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const now = services.clock.now();
  const options = { lastsMs: deadline + CLOCK_SPREAD_MS - now, waitUntil: now + WAIT_MS };
  return holding(services, keys.importLease(tenantId), options, run, importUnderWay);
}

const importUnderWay = (): Refusal =>
  conflict('import/under-way', 'Another import is still running. Please try again in a minute.');
