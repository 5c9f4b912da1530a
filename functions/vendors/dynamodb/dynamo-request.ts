import { startKeyOf } from '../../store/cursor.ts';
import { conditionExpression, keyConditionExpression, Placeholders, updateExpression } from './expression.ts';
import { keyOf } from '../../store/stored-item.ts';
import type { Condition, Query, Write } from '../../store/table.ts';

type Put = Extract<Write, { put: unknown }>;
type Update = Extract<Write, { update: unknown }>;
type Delete = Extract<Write, { delete: unknown }>;
type Check = Extract<Write, { check: unknown }>;

export function putRequest(write: Put) {
  const placeholders = new Placeholders();
  return { Item: write.put, ...conditional(write.if, placeholders), ...placeholders.parameters() };
}

export function updateRequest(write: Update) {
  const placeholders = new Placeholders();
  return {
    Key: keyOf(write.update),
    UpdateExpression: updateExpression(write, placeholders),
    ...conditional(write.if, placeholders),
    ...placeholders.parameters(),
  };
}

export function deleteRequest(write: Delete) {
  const placeholders = new Placeholders();
  return { Key: keyOf(write.delete), ...conditional(write.if, placeholders), ...placeholders.parameters() };
}

export function transactionItem(TableName: string, write: Write) {
  if ('put' in write) return { Put: { TableName, ...putRequest(write) } };
  if ('update' in write) return { Update: { TableName, ...updateRequest(write) } };
  if ('delete' in write) return { Delete: { TableName, ...deleteRequest(write) } };
  return { ConditionCheck: { TableName, ...checkRequest(write) } };
}

/** Returns the parameters of Query. The limit is one higher than asked, to find out whether the page is the last. */
export function queryRequest(query: Query) {
  const placeholders = new Placeholders();
  return {
    KeyConditionExpression: keyConditionExpression(query, placeholders),
    ...placeholders.parameters(),
    IndexName: query.index,
    ConsistentRead: query.index === undefined && query.consistent !== false,
    ScanIndexForward: query.descending !== true,
    Limit: query.limit === undefined ? undefined : query.limit + 1,
    ExclusiveStartKey: startKeyOf(query),
  };
}

function checkRequest(write: Check) {
  const placeholders = new Placeholders();
  return {
    Key: keyOf(write.check),
    ConditionExpression: conditionExpression(write.if, placeholders),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    ...placeholders.parameters(),
  };
}

function conditional(condition: Condition | undefined, placeholders: Placeholders) {
  if (condition === undefined) return {};
  return {
    ConditionExpression: conditionExpression(condition, placeholders),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
}
