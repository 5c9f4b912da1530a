/** The content of a table, comparable between runs. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from '../../../functions/store/table.ts';
import { readItems, writeItems } from '../../support/table-copy.ts';

/** Writes and deletes the differences, so that the table contains exactly these items. */
export async function restoreItems(
  client: DynamoDBDocumentClient,
  remembered: ReadonlyMap<string, Item>,
): Promise<void> {
  const present = new Map((await readItems(client)).map((item) => [nameOf(item), item]));
  await writeItems(client, [
    ...[...present]
      .filter(([name]) => !remembered.has(name))
      .map(([, { pk, sk }]) => ({ DeleteRequest: { Key: { pk, sk } } })),
    ...[...remembered]
      .filter(([name, item]) => textOf(present.get(name)) !== textOf(item))
      .map(([, item]) => ({ PutRequest: { Item: item } })),
  ]);
}

export const nameOf = ({ pk, sk }: Item): string => `${pk} ${sk}`;

const textOf = (item: unknown): string =>
  JSON.stringify(item, (_name, value: unknown) =>
    value instanceof Set
      ? [...value].map(String).toSorted((a, b) => a.localeCompare(b))
      : typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
        ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
        : value,
  );

/**
 * Items that a failed call may leave behind because they expire or a job works them off: counters, leases, tokens, a session's
 * use, and planned removals of connections.
 */
const PASSING = [/^THR#/, /^XAPP#/, / LEASE$/, / RATE$/, / CACHE#/, / SESS#/, /^ST#/, /^JOB#/, /^XC#/];

/** The next posting deletes a closed batch, and the sweep an authorisation whose removal is planned. */
function isPassing(item: Item, items: readonly Item[]): boolean {
  const isPlanned = (): boolean =>
    items.some(
      ({ pk, authorisationId }) => pk.startsWith('XC#') && `XA#${String(authorisationId)}` === item.pk,
    );
  return (
    PASSING.some((pattern) => pattern.test(nameOf(item))) ||
    item['isClosed'] === true ||
    (item.pk.startsWith('XA#') && isPlanned())
  );
}

/** Lists what is stored by short ids, of which the order and the chunk depend on the random id. */
function withoutShortIds(item: Item): unknown[] {
  const { pk, sk, ...rest } = item;
  return sk.startsWith('Q#') ? Object.values(rest).map((listed) => ({ pk, listed })) : [item];
}

/**
 * Returns the items as sorted text in which ids, secrets and times are equal between runs, without those that have
 * expired, which are deleted some time later.
 * @param now milliseconds since the epoch
 */
export function normalised(items: readonly Item[], now: number): string[] {
  return items
    .filter((item) => !isPassing(item, items) && !(Number(item['ttl']) * 1000 <= now))
    .flatMap(withoutShortIds)
    .map((item) =>
      textOf(item)
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'id')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'instant')
        .replaceAll(/\$argon2id[^"]*/g, 'hash')
        .replaceAll(/"(\w+)#\d"/g, '"$1#shard"')
        .replaceAll(/"[\w-]{43}":true/g, '"code":true')
        .replaceAll(/#[0-9a-f]{8}"/g, '#"')
        .replaceAll(/(?<=["#])[\w+/=.-]{22,}(?="[^:])/g, 'secret')
        .replaceAll(/\b1\d{9,12}\b/g, 'time')
        .replaceAll(/"version":\d+/g, 'version')
        // A challenge counts each try, the repeated ones too.
        .replaceAll(/"tries":\d+/g, 'tries')
        .replaceAll(/#A#(\d+)","sk":"[^"]*"/g, '#A#'),
    )
    .toSorted();
}
