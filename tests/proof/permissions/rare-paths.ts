/**
 * Paths that the tour leaves out: several entities linked by one consent, a held change of address, auto sync, deletions
 * with files, unreadable messages.
 */
import { deletionWrite } from '../../../functions/records/entities/deletions.ts';
import type { Body, RouteClient } from '../../../functions/client/route-client.ts';
import { createDynamoClient, createDynamoTable } from '../../../functions/vendors/dynamodb/dynamo-table.ts';
import { keys } from '../../../functions/store/keys.ts';
import { commit, type Write } from '../../../functions/store/table.ts';
import { WORKED_EXAMPLE } from '../../support/contracts.ts';
import { clientOf } from '../../support/local-product.ts';
import { confirmAddress, PASSWORD, signUp, tokenInMail } from '../tour/tour.ts';
import { attachContract } from '../tour/tour-files.ts';
import { consentAtXero, control, type Places, productClient } from '../../../scripts/local/product-client.ts';
import type { Credentials } from '../../../scripts/local/sample-data.ts';

export async function walkRarePaths(
  places: Places & { readonly console: string; readonly database: string },
  credentials: Credentials,
): Promise<void> {
  const call = await clientOf(places, credentials);
  await linkByOneConsent(places, call);
  await releaseAddress(places);
  await deleteWithFiles(call);
  await interruptDeletion(places.database, call);
  await syncByJob(await deleteTenantWithFiles(places, call));
  await sendUnreadable(places.console);
}

async function linkByOneConsent({ xero }: Places, call: RouteClient): Promise<void> {
  const organisation = 'Linked by one consent';
  await control(`${xero}/_control/organisations`, 'POST', { name: organisation });
  const { id: entityId } = await call('POST /v1/entities', { body: { name: organisation } });
  const { url } = await call('POST /v1/connections/xero', {
    body: { connectionType: 'entity', redirectPath: `/entity/${entityId}/authorise`, entityId },
  });
  const query = await consentAtXero(xero, url, organisation);
  const { data } = await call('GET /v1/connections/xero', { query });
  const links = (Array.isArray(data) ? data : []).map(({ id }) => ({ entityId, id }));
  const { results } = await call('POST /v1/connections/xero/link', { body: { links } });
  if (results[0]?.status !== 'linked')
    throw new Error(`The entity was not linked: ${JSON.stringify(results)}`);
}

/** Beyond the days that members have to add the factor. */
const REQUIRED_SINCE_MS = 30 * 86_400_000;

/** A member without the factor that the organisation requires changes the address by the present mailbox. */
async function releaseAddress(places: Places & { readonly console: string; readonly database: string }) {
  const member = await signUp(places, 'moving@example.com', { tenantName: 'Factors required' });
  await confirmAddress(places, member);
  const { id: tenantId } = await member.call('GET /v1/tenants/current');
  const requireMfaSince = Date.now() - REQUIRED_SINCE_MS;
  await writeDirectly(places.database, [{ update: keys.organisation(tenantId), set: { requireMfaSince } }]);
  await member.call('PATCH /v1/users', { body: { email: 'moved@example.com', password: PASSWORD } });
  const token = await tokenInMail(places, member.email, '/release-address');
  await productClient(places.origin)('POST /v1/users/email/release', { body: { token } });
}

/** Leaves what a deletion leaves that is interrupted after its first transaction, for the job to finish. */
async function interruptDeletion(endpoint: string, call: RouteClient): Promise<void> {
  const { id: entityId } = await call('POST /v1/entities', { body: { name: 'Interrupted' } });
  await newScheduleWithFile(call, entityId);
  const { id: tenantId } = await call('GET /v1/tenants/current');
  await writeDirectly(endpoint, [
    { delete: keys.entity(tenantId, entityId) },
    { delete: keys.anchor(entityId) },
    deletionWrite({ kind: 'entity', tenantId, entityId, xero: null }, Date.now()),
  ]);
}

async function writeDirectly(endpoint: string, writes: readonly Write[]): Promise<void> {
  const client = createDynamoClient({ endpoint, region: 'local' });
  await commit(createDynamoTable({ client, tableName: 'paydown' }), writes);
  client.destroy();
}

async function newScheduleWithFile(call: RouteClient, entityId: string): Promise<string> {
  const { id } = await call('POST /v1/entities/{entityId}/schedules', {
    params: { entityId },
    body: WORKED_EXAMPLE,
  });
  await attachContract(call, { entityId, scheduleId: id }, { isKept: true });
  return id;
}

async function deleteWithFiles(call: RouteClient): Promise<void> {
  const { id: entityId } = await call('POST /v1/entities', { body: { name: 'Deleted with files' } });
  const scheduleId = await newScheduleWithFile(call, entityId);
  await call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { params: { entityId, scheduleId } });
  await newScheduleWithFile(call, entityId);
  await call('DELETE /v1/entities/{entityId}', { params: { entityId } });
}

/** Returns the client of the session that the switches of organisation end with. */
async function deleteTenantWithFiles({ origin }: Places, call: RouteClient): Promise<RouteClient> {
  const { id: tenant } = await call('POST /v1/tenants', { body: { name: 'Deleted with files' } });
  const { id: home } = await call('GET /v1/tenants/current');
  const there = await call('POST /v1/users/authenticate/tenant', { body: { tenant } });
  const callThere = productClient(origin, there.token);
  const { id: entityId } = await callThere('POST /v1/entities', { body: { name: 'Deleted with files' } });
  await newScheduleWithFile(callThere, entityId);
  const back = await callThere('POST /v1/users/authenticate/tenant', { body: { tenant: home } });
  const callBack = productClient(origin, back.token);
  await callBack('DELETE /v1/tenants', { body: { tenant } });
  return callBack;
}

/** Turns auto sync on, so that the next run of its job posts what is due. */
async function syncByJob(call: RouteClient): Promise<void> {
  for (const { id: entityId, hasXeroLink } of await call('GET /v1/entities')) {
    if (!hasXeroLink) continue;
    for (const { id: scheduleId, xeroAccount } of await call('GET /v1/entities/{entityId}/schedules', {
      params: { entityId },
    })) {
      if (!xeroAccount?.bankAccountId) continue;
      await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings', {
        params: { entityId, scheduleId },
        body: { ...chosen(xeroAccount), autoSync: true },
      });
    }
  }
}

/** Workers move messages that they cannot read to the dead letters. */
async function sendUnreadable(console: string): Promise<void> {
  for (const queue of ['postings', 'reports', 'exports', 'imports', 'checks', 'mails']) {
    const response = await fetch(console, {
      method: 'POST',
      headers: { 'x-amz-target': 'AmazonSQS.SendMessage' },
      body: JSON.stringify({
        QueueUrl: `${console}/queues/${queue}.fifo`,
        MessageBody: '{}',
        MessageGroupId: 'unreadable',
        MessageDeduplicationId: 'unreadable',
      }),
    });
    if (!response.ok) throw new Error(`The queue ${queue} took no message: ${response.status}`);
  }
  await control(`${console}/schedules/auto-sync/run`, 'POST', {});
}

type Accounts = Body<'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings'>;

const chosen = (
  accounts: Readonly<Record<string, string | null>>,
): Omit<Accounts, 'autoSync' | 'noTax' | 'rememberForEntity'> =>
  accounts as Omit<Accounts, 'autoSync' | 'noTax' | 'rememberForEntity'>;
