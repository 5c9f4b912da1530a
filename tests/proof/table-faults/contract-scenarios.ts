/** Each route once as the owner, with the examples of the contract's tests. Xero and Stripe cannot be reached. */
import { rowsOf } from '../../../functions/api/route.ts';
import { routes } from '../../../functions/api/routes.ts';
import { exampleOf } from '../../contract/examples.ts';
import { A_DAY, createWorld, REQUEST_SECONDS } from '../../contract/world.ts';
import { jobsOf } from '../../support/jobs.ts';
import type { Faults } from './faults.ts';
import { startFaultyDatabase } from './faulty-database.ts';
import type { Outcome, Scenario } from './judge-repeats.ts';

/** Deletions that a job finishes when they are interrupted. */
export const FINISHED_BY_JOB: ReadonlySet<string> = new Set([
  'DELETE /v1/entities/{entityId}',
  'DELETE /v1/entities/{entityId}/registers/{registerId}',
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}',
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}',
  'DELETE /v1/tenants',
]);

/** Longer than an import, which has the time of a request, holds its lease. */
const WAIT_MS = (REQUEST_SECONDS + 60) * 1000;

/** An import names the rows that it could not create, which a repeat creates. */
const isPartOfImport = (text: string): boolean => /"failed":\[\{/.test(text);

export interface Scenarios {
  readonly scenarios: readonly Scenario[];
  close(): Promise<void>;
}

export async function contractScenarios(faults: Faults): Promise<Scenarios> {
  const database = await startFaultyDatabase(faults);
  const world = await createWorld(database.table);
  const { Owner: owner } = world.people;
  const { clock } = world.app;
  const began = clock.now();
  const scenarios = rowsOf(routes).map(([key]): Scenario => {
    const run = async (): Promise<Outcome> => {
      const example = exampleOf(key, world, owner);
      const { status, body } = await world.app.send(key, {
        as: owner.token,
        params: { ...A_DAY, ...world.here },
        ...example,
      });
      const text = Buffer.isBuffer(body) ? '' : (JSON.stringify(body) ?? '');
      return { status: isPartOfImport(text) ? 503 : status, text };
    };
    return {
      name: key,
      run,
      read: async () => database.read(),
      rewind: () => {
        clock.advance(began - clock.now());
        return world.rewind();
      },
      isFinishedByJob: FINISHED_BY_JOB.has(key),
      wait: async () => {
        clock.advance(WAIT_MS);
        await jobsOf(world.app).run('deletion-sweep');
      },
    };
  });
  return { scenarios, close: () => database.close() };
}
