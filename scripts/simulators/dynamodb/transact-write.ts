import { consumedByWrites } from './capacity.ts';
import type { Database } from './database.ts';
import { engine, validated } from './dynalite.ts';
import type { Fields, Store } from './dynalite.ts';
import { applyWrite, prepareWrite, shapeOfWrite, WRITE_KINDS } from './item-write.ts';
import type { AppliedWrite, PreparedWrite, WriteKind } from './item-write.ts';
import { isServiceError, validationError } from './service-error.ts';
import type { ServiceError } from './service-error.ts';
import { cancelled, checkDistinct, throwCancelled, transactionShape } from './transaction.ts';

type Member = Readonly<Partial<Record<WriteKind, Fields>>>;

const MAX_BYTES = 4 * 1_024 * 1_024;

const SHAPE = transactionShape<Member>({
  Put: shapeOfWrite('Put').types,
  Update: requiring('UpdateExpression', shapeOfWrite('Update').types),
  Delete: shapeOfWrite('Delete').types,
  ConditionCheck: requiring('ConditionExpression', shapeOfWrite('ConditionCheck').types),
});

/** TransactWriteItems: commits all members in one batch of the level, or none. */
export async function transactWriteItems(
  request: Fields,
  { store, locks, tokens }: Database,
): Promise<Fields> {
  const transaction = validated(request, SHAPE, store);
  const { TransactItems: members, ClientRequestToken: token, ReturnConsumedCapacity: mode } = transaction;
  return tokens.once(token, members, async (remember) => {
    const writes = await Promise.all(members.map((member) => prepareMember(member, store)));
    const items = writes.map((write) => write.item);
    checkDistinct(items);
    const commit = async () => {
      const applied = await applyAll(writes, store);
      await store.db.batch([...applied.flatMap((write) => write.operations), ...remember]);
      return applied;
    };
    const applied = await locks.transaction(items, commit).catch(throwCancelled);
    return { ConsumedCapacity: consumedByWrites(mode, applied, 2) };
  });
}

async function prepareMember(member: Member, store: Store): Promise<PreparedWrite> {
  const kind = WRITE_KINDS.find((candidate) => member[candidate] !== undefined) ?? 'Put';
  return prepareWrite(kind, member[kind] ?? {}, store);
}

/** Returns the effect of each write. @throws ServiceError with the reason of each refused write */
async function applyAll(writes: readonly PreparedWrite[], store: Store): Promise<AppliedWrite[]> {
  const outcomes = await Promise.all(writes.map((write) => applyWrite(write, store).catch(asServiceError)));
  const applied = outcomes.filter((outcome) => 'operations' in outcome);
  if (applied.length < outcomes.length) {
    throw cancelled(outcomes.map((outcome) => (isServiceError(outcome) ? outcome : undefined)));
  }
  const size = applied.reduce((sum, write) => sum + sizeOf(write), 0);
  if (size > MAX_BYTES) throw validationError('The items of the transaction have more than 4 MB together');
  return applied;
}

function asServiceError(error: unknown): ServiceError {
  if (isServiceError(error)) return error;
  throw error;
}

function sizeOf({ before, after }: AppliedWrite): number {
  return Math.max(...[before, after].map((image) => (image === undefined ? 0 : engine.itemSize(image))));
}

function requiring(name: string, types: Fields): Fields {
  return { ...types, [name]: { type: 'String', notNull: true } };
}
