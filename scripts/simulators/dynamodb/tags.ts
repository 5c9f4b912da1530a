import type { Database } from './database.ts';
import { levelKeys, shapeOf, tableNamed, validated } from './dynalite.ts';
import type { Fields } from './dynalite.ts';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

type Tags = Readonly<Record<string, string>>;

interface ResourceRequest extends Fields {
  readonly ResourceArn: string;
}

interface TagRequest extends ResourceRequest {
  readonly Tags: readonly Tag[];
}

interface UntagRequest extends ResourceRequest {
  readonly TagKeys: readonly string[];
}

/** TagResource. */
export async function tagResource(request: Fields, database: Database): Promise<Fields> {
  const { ResourceArn: arn, Tags: tags } = validated(
    request,
    shapeOf<TagRequest>('tagResource'),
    database.store,
  );
  return changeTags(arn, database, (current) => ({ ...current, ...toRecord(tags) }));
}

/** UntagResource. */
export async function untagResource(request: Fields, database: Database): Promise<Fields> {
  const shape = shapeOf<UntagRequest>('untagResource');
  const { ResourceArn: arn, TagKeys: names } = validated(request, shape, database.store);
  return changeTags(arn, database, (current) =>
    Object.fromEntries(Object.entries(current).filter(([name]) => !names.includes(name))),
  );
}

/** ListTagsOfResource. */
export async function listTagsOfResource(request: Fields, { store }: Database): Promise<Fields> {
  const shape = shapeOf<ResourceRequest>('listTagsOfResource');
  const name = await tableOf(validated(request, shape, store).ResourceArn, store);
  const tags = (await store.db.get<Tags>(levelKeys.tags(name))) ?? {};
  return { Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) };
}

/** Tags as they are stored. */
export function toRecord(tags: readonly Tag[]): Tags {
  return Object.fromEntries(tags.map(({ Key, Value }) => [Key, Value]));
}

async function changeTags(
  arn: string,
  { store, locks }: Database,
  change: (current: Tags) => Tags,
): Promise<Fields> {
  const key = levelKeys.tags(await tableOf(arn, store));
  await locks.write(key, async () => {
    const current = (await store.db.get<Tags>(key)) ?? {};
    await store.db.batch([{ type: 'put', key, value: change(current) }]);
  });
  return {};
}

/** Returns the table that a resource name ends in. @throws ServiceError for an unknown table */
async function tableOf(arn: string, store: Database['store']): Promise<string> {
  const table = await tableNamed(arn.split('/').at(-1) ?? '', store);
  return table.TableName;
}
