/** A table that takes no writes any more, so that no process of the product begins a call to Xero by it. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteResourcePolicyCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetResourcePolicyCommand,
  PutResourcePolicyCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { keys } from '../../functions/store/keys.ts';
import { isNamed } from './service-errors.ts';

type Client = Pick<DynamoDBClient, 'send'>;

const CLOSED = 'Closed';

const ClosedPolicy = z.object({ Statement: z.tuple([z.object({ Sid: z.literal(CLOSED) })]) });

const LOOK_AGAIN_MS = 5000;

/**
 * Closes a table, unless it is closed, and tries writes until one is denied. Every call to Xero is recorded in the table
 * first, so none begins afterwards.
 */
export async function closeTable(
  client: Client,
  TableName: string,
  wait: (milliseconds: number) => Promise<unknown> = delay,
): Promise<void> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName }));
  const ResourceArn = Table?.TableArn;
  if (ResourceArn === undefined) throw new Error(`There is no table ${TableName}.`);
  if (!(await isClosed(client, ResourceArn))) {
    const statement = {
      Sid: CLOSED,
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
  }
  while (await takesWrites(client, TableName)) await wait(LOOK_AGAIN_MS);
}

/** Tries a write whose condition no item meets. */
async function takesWrites(client: Client, TableName: string): Promise<boolean> {
  const { pk, sk } = keys.tableName();
  try {
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
        UpdateExpression: 'SET closing = :never',
        ConditionExpression: 'attribute_exists(closing)',
        ExpressionAttributeValues: { ':never': { S: 'never' } },
      }),
    );
    return true;
  } catch (error) {
    if (isNamed(error, 'AccessDeniedException')) return false;
    if (isNamed(error, 'ConditionalCheckFailedException')) return true;
    throw error;
  }
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

/** @throws Error when the table has another policy. */
async function isClosed(client: Client, ResourceArn: string): Promise<boolean> {
  try {
    const { Policy: text = '{}' } = await client.send(new GetResourcePolicyCommand({ ResourceArn }));
    if (ClosedPolicy.safeParse(JSON.parse(text)).success) return true;
    throw new Error(`The table ${ResourceArn} has a policy of its own: ${text}`);
  } catch (error) {
    if (isNamed(error, 'PolicyNotFoundException')) return false;
    throw error;
  }
}
