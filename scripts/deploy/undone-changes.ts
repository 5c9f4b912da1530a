/**
 * What a restore brings back although it was revoked or deleted since the backup. Sessions end, deletions are carried out
 * again, and the rest is listed for the operators, from the audit log of the closed table.
 */
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { deleteEntity, deletionWrite, entityDeletion } from '../../functions/records/entities/deletions.ts';
import { ownEntity } from '../../functions/records/entities/entity.ts';
import { endMemberWrites, listMembers, listMemberships } from '../../functions/records/tenants/members.ts';
import { readUser } from '../../functions/records/users/user.ts';
import { keys, prefixes } from '../../functions/store/keys.ts';
import { commit, commitOne, queryAll, type Table } from '../../functions/store/table.ts';
import { deleteItems, scanTable } from './scan-table.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';

type Client = Pick<DynamoDBClient, 'send'>;

const Change = z.object({
  pk: z.string().transform((pk) => pk.split('#')[1] ?? ''),
  at: z.string(),
  action: z.string(),
  subject: z.string(),
  userId: z.string(),
  entityId: z.string().optional(),
  detail: z.record(z.string(), z.unknown()).optional(),
});

/** `pk` is the organisation, or the user of an action without one. */
type Change = z.output<typeof Change>;

/** Actions that take a right, a secret or data away. */
const TAKING = new RegExp(
  '^(user/(delete|change-password|reset-password|change-address|restore-address)|factor/(remove|reset)|' +
    'member/(remove|leave|change-role)|calendar/delete|organisation/(delete|set-security)|' +
    'entity/(delete|unlink)|(schedule|attachment)/delete|register/delete(-attachment)?|invite/cancel)$',
);

/** Makes the new table known by its own name: this restore explains it. */
export async function nameTable(client: Client, TableName: string): Promise<void> {
  const { pk, sk } = keys.tableName();
  const Item = { pk: { S: pk }, sk: { S: sk }, name: { S: TableName } };
  await client.send(new PutItemCommand({ TableName, Item }));
}

/** Ends every session of the restored table, and voids the links mailed before. Returns how many sessions ended. */
export async function endSessions(client: Client, TableName: string): Promise<number> {
  let ended = 0;
  const filter = 'begins_with(sk, :session) OR begins_with(sk, :link)';
  const values = { ':session': prefixes.sessions, ':link': keys.mailToken('', '').sk };
  await scanTable(client, TableName, filter, values, async (items) => {
    await deleteItems(client, TableName, items);
    ended += items.filter(({ sk }) => sk?.S?.startsWith(prefixes.sessions)).length;
  });
  return ended;
}

/** Returns what was revoked or deleted in a table since an instant, in the order of time. */
export async function takenSince(client: Client, TableName: string, since: Date): Promise<Change[]> {
  const found: Change[] = [];
  const filter = 'begins_with(pk, :tenant) AND contains(pk, :audit) AND sk >= :since';
  const values = { ':tenant': 'T#', ':audit': '#A#', ':since': since.toISOString() };
  await scanTable(client, TableName, filter, values, async (items) => {
    const changes = items.map((item) => Change.parse(unmarshall(item)));
    found.push(...changes.filter(({ action }) => TAKING.test(action)));
  });
  return found.toSorted((a, b) => a.at.localeCompare(b.at));
}

/**
 * Carries the deletions out again; the hourly job finishes those of organisations and entities.
 * @returns a line for each change that remains to do by hand.
 */
export async function repeatDeletions(
  table: Table,
  changes: readonly Change[],
  now: number,
): Promise<string[]> {
  const left: string[] = [];
  for (const change of changes) {
    const { at, action, subject, userId, pk, detail } = change;
    const facts =
      `${at} ${action} ${subject} in ${pk} by ${userId} ${detail ? JSON.stringify(detail) : ''}`.trim();
    const repeat = REPEATED[action];
    if (!repeat) left.push(facts);
    else {
      await repeat(table, change, now).catch((error: unknown) => left.push(`${facts}: ${String(error)}`));
    }
  }
  return left;
}

const REPEATED: Readonly<Record<string, (table: Table, change: Change, now: number) => Promise<void>>> = {
  'organisation/delete': async (table, { subject: tenantId, userId }, now) => {
    if (!(await table.get(keys.organisation(tenantId)))) return;
    // Otherwise a sign-in could enter the organisation until the job has run.
    for (const member of await listMembers(table, tenantId)) await commit(table, endMemberWrites(member));
    await commit(table, [
      { delete: keys.organisation(tenantId) },
      deletionWrite({ kind: 'organisation', tenantId, userId }, now),
    ]);
  },
  'entity/delete': async (table, { subject: entityId, pk: tenantId }, now) => {
    if (!(await table.get(keys.entity(tenantId, entityId)))) return;
    const entity = await ownEntity(table, allEntities(tenantId), entityId);
    await deleteEntity(table, entity, [deletionWrite(entityDeletion(entity), now)]);
  },
  'user/delete': async (table, { subject: userId }) => {
    const item = keys.user(userId);
    if (!(await table.get(item))) return;
    const { email, earlierAddresses } = await readUser(table, userId);
    for (const member of await listMemberships(table, userId)) await commit(table, endMemberWrites(member));
    for (const address of [email, ...earlierAddresses.map((earlier) => earlier.email)]) {
      const guard = await table.get(keys.address(address));
      if (guard?.['userId'] === userId) await commitOne(table, { delete: keys.address(address) });
    }
    // The user goes last, so that an interrupted deletion is repeated.
    const items = (await queryAll(table, { pk: item.pk })).filter(({ sk }) => sk !== item.sk);
    for (const { pk, sk } of [...items, item]) await commitOne(table, { delete: { pk, sk } });
  },
};
