import type { Database } from './database.ts';
import { keysUnder, levelKeys, shapeOf, tableNamed, validated } from './dynalite.ts';
import type { Attributes, BatchOperation, Fields, Level, Shape } from './dynalite.ts';
import { expiryAttribute, expiryOf, expiryOperations } from './expiry.ts';
import { validationError } from './service-error.ts';

interface UpdateRequest extends Fields {
  readonly TableName: string;
  readonly TimeToLiveSpecification: { readonly AttributeName: string; readonly Enabled: boolean };
}

const UPDATE_SHAPE: Shape<UpdateRequest> = {
  types: {
    ...shapeOf('describeTable').types,
    TimeToLiveSpecification: {
      type: 'FieldStruct<TimeToLiveSpecification>',
      notNull: true,
      children: {
        AttributeName: {
          type: 'String',
          notNull: true,
          lengthGreaterThanOrEqual: 1,
          lengthLessThanOrEqual: 255,
        },
        Enabled: { type: 'Boolean', notNull: true },
      },
    },
  },
};

/** UpdateTimeToLive. It takes effect at once; AWS needs up to an hour. */
export async function updateTimeToLive(request: Fields, { store }: Database): Promise<Fields> {
  const { TableName: name, TimeToLiveSpecification: specification } = validated(request, UPDATE_SHAPE, store);
  await tableNamed(name, store);
  const current = await expiryAttribute(name, store.db);
  const { AttributeName: attribute, Enabled: enabled } = specification;
  if (enabled && current !== undefined) throw validationError('TimeToLive is already enabled');
  if (!enabled && current === undefined) throw validationError('TimeToLive is already disabled');
  await store.db.batch(
    enabled ? await enablingOperations(name, attribute, store.db) : await disablingOperations(name, store.db),
  );
  return { TimeToLiveSpecification: specification };
}

/** DescribeTimeToLive. */
export async function describeTimeToLive(request: Fields, { store }: Database): Promise<Fields> {
  const { TableName: name } = validated(request, shapeOf<UpdateRequest>('describeTimeToLive'), store);
  await tableNamed(name, store);
  const attribute = await expiryAttribute(name, store.db);
  const description =
    attribute === undefined
      ? { TimeToLiveStatus: 'DISABLED' }
      : { TimeToLiveStatus: 'ENABLED', AttributeName: attribute };
  return { TimeToLiveDescription: description };
}

/** Existing items get expiry entries too. */
async function enablingOperations(table: string, attribute: string, db: Level): Promise<BatchOperation[]> {
  const operations: BatchOperation[] = [
    { type: 'put', key: levelKeys.expiryAttribute(table), value: attribute },
  ];
  for await (const [key, item] of db.iterator<Attributes>(keysUnder(levelKeys.item(table, '')))) {
    operations.push(...expiryOperations(table, key, undefined, expiryOf(item, attribute)));
  }
  return operations;
}

async function disablingOperations(table: string, db: Level): Promise<BatchOperation[]> {
  const operations: BatchOperation[] = [{ type: 'del', key: levelKeys.expiryAttribute(table) }];
  for await (const key of db.keys(keysUnder(levelKeys.expiries(table))))
    operations.push({ type: 'del', key });
  return operations;
}
