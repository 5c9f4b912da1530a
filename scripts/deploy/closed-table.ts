/** A table that takes no writes any more, so that no process of the product begins a call to Xero by it. */
import {
  DeleteResourcePolicyCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetResourcePolicyCommand,
  PutResourcePolicyCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { isNamed } from './service-errors.ts';

type Client = Pick<DynamoDBClient, 'send'>;

const ClosedPolicy = z.object({ Statement: z.tuple([z.object({ Sid: z.string() })]) });

const CLOSED = 'ClosedAt';

/**
 * Closes a table, unless it is closed. Every call to Xero is recorded in the table first, so none begins afterwards.
 * @returns the time since which it is closed.
 */
export async function closeTable(client: Client, TableName: string, now: Date): Promise<Date> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const ResourceArn = Table?.TableArn;
  if (ResourceArn === undefined) throw new Error(`There is no table ${TableName}.`);
  const since = await closedSince(client, ResourceArn);
  if (since) return since;
  const statement = {
    Sid: `${CLOSED}${now.getTime()}`,
    Effect: 'Deny',
    Principal: '*',
    Action: [
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:PartiQLInsert',
      'dynamodb:PartiQLUpdate',
      'dynamodb:PartiQLDelete',
    ],
    Resource: ResourceArn,
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
  await client.send(new PutResourcePolicyCommand({ ResourceArn, Policy }));
  return now;
}

/** Opens a closed table again. An open one stays as it is. */
export async function openTable(client: Client, TableName: string): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  try {
    await client.send(new DeleteResourcePolicyCommand({ ResourceArn: Table?.TableArn }));
  } catch (error) {
    if (!isNamed(error, 'PolicyNotFoundException')) throw error;
  }
}

async function closedSince(client: Client, ResourceArn: string): Promise<Date | null> {
  try {
    const { Policy: text = '{}' } = await client.send(new GetResourcePolicyCommand({ ResourceArn }));
    const policy = ClosedPolicy.safeParse(JSON.parse(text));
    if (!policy.success) throw new Error(`The table ${ResourceArn} has a policy of its own: ${text}`);
    const [{ Sid }] = policy.data.Statement;
    return new Date(Number(Sid.slice(CLOSED.length)));
  } catch (error) {
    if (isNamed(error, 'PolicyNotFoundException')) return null;
    throw error;
  }
}
