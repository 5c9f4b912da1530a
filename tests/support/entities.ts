/** Entities and schedules of the tests, which users create by the API. */
import type { TestApp } from './app.ts';
import { WORKED_EXAMPLE } from './contracts.ts';
import type { Person } from './people.ts';

type Creator = Pick<Person, 'token'>;

/** Creates an entity; returns its id. */
export async function addEntity(app: TestApp, { token: as }: Creator, name = 'Byron Farms'): Promise<string> {
  const { status, body } = await app.call('POST /v1/entities', { as, body: { name } });
  if (status !== 201) throw new Error(`Creating ${name}: ${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** Creates the worked example with changes; returns the schedule. */
export async function addSchedule(
  app: TestApp,
  { token: as }: Creator,
  entityId: string,
  changes: object = {},
) {
  const { status, body } = await app.call('POST /v1/entities/{entityId}/schedules', {
    as,
    params: { entityId },
    body: { ...WORKED_EXAMPLE, ...changes },
  });
  if (status !== 201) throw new Error(`Creating a schedule: ${status} ${JSON.stringify(body)}`);
  return body;
}
