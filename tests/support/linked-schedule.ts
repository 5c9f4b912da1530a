/** Schedules of the sample data's linked entity, which post by the accounts of the one that it brings. */
import type { Body, RouteClient } from '../../functions/client/route-client.ts';

const SYNC = '/v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero';
const SETTINGS = `${SYNC}/settings` as const;

export interface LinkedSchedule {
  readonly entityId: string;
  readonly scheduleId: string;
}

export type LinkedTerms = Body<'POST /v1/entities/{entityId}/schedules'>;

/** @param call of the sample data's owner */
export async function newLinkedSchedule(call: RouteClient, terms: LinkedTerms): Promise<LinkedSchedule> {
  const entity = (await call('GET /v1/entities')).find(({ hasXeroLink }) => hasXeroLink);
  const params = { entityId: entity?.id ?? '' };
  const listed = await call('GET /v1/entities/{entityId}/schedules', { params });
  const accounts = listed.find(({ xeroSyncReady }) => xeroSyncReady)?.xeroAccount;
  const { id } = await call('POST /v1/entities/{entityId}/schedules', { params, body: terms });
  const own = { ...params, scheduleId: id };
  await call(`POST ${SYNC}`, { params: own });
  await call(`PUT ${SETTINGS}`, {
    params: own,
    body: { ...accounts, autoSync: false } as Body<`PUT ${typeof SETTINGS}`>,
  });
  return own;
}
