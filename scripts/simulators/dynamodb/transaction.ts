import type { CapacityMode } from './capacity.ts';
import type { Fields, Shape } from './dynalite.ts';
import { ItemConflict } from './item-locks.ts';
import { serviceError, typeOf, validationError } from './service-error.ts';
import type { ServiceError } from './service-error.ts';

/** The common part of TransactWriteItems and TransactGetItems. */
export interface TransactionRequest<Member> extends Fields {
  readonly TransactItems: readonly Member[];
  readonly ReturnConsumedCapacity?: CapacityMode;
  readonly ClientRequestToken?: string;
}

/** The reason for which a member cancelled the transaction; `None` for the others. */
interface CancellationReason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: unknown;
}

const CODES: Readonly<Record<string, string>> = {
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  ValidationException: 'ValidationError',
};

/** The parameters of a transaction: 1 to 100 members, each of one kind in `memberTypes`. */
export function transactionShape<Member extends Fields>(
  memberTypes: Readonly<Record<string, Fields>>,
): Shape<TransactionRequest<Member>> {
  const kinds = Object.entries(memberTypes).map(([kind, children]) => [
    kind,
    { type: `FieldStruct<${kind}>`, children },
  ]);
  const members = { type: 'ValueStruct<TransactItem>', children: Object.fromEntries(kinds) };
  return {
    types: {
      TransactItems: {
        type: 'List',
        notNull: true,
        lengthGreaterThanOrEqual: 1,
        lengthLessThanOrEqual: 100,
        children: members,
      },
      ReturnConsumedCapacity: { type: 'String', enum: ['INDEXES', 'TOTAL', 'NONE'] },
      ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
    },
    custom: ({ TransactItems: items }) =>
      items.every((member) => Object.keys(member).length === 1)
        ? null
        : 'TransactItems can only contain one of Check, Put, Update or Delete',
  };
}

/** @throws ServiceError when an item appears twice */
export function checkDistinct(items: readonly string[]): void {
  if (new Set(items).size === items.length) return;
  throw validationError('Transaction request cannot include multiple operations on one item');
}

/** Returns the error of a cancelled transaction from each member's reason; undefined for a valid member. */
export function cancelled(errors: readonly (ServiceError | undefined)[]): ServiceError {
  return cancellation(errors.map(reasonOf));
}

/** Throws a conflict as the error of a cancelled transaction, and any other error unchanged. */
export function throwCancelled(error: unknown): never {
  if (!(error instanceof ItemConflict)) throw error;
  const conflict: CancellationReason = { Code: 'TransactionConflict', Message: error.message };
  throw cancellation(error.conflicts.map((isConflict) => (isConflict ? conflict : { Code: 'None' })));
}

function cancellation(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  return serviceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

function reasonOf(error: ServiceError | undefined): CancellationReason {
  if (error === undefined) return { Code: 'None' };
  const type = typeOf(error);
  return { Code: CODES[type] ?? type, Message: error.message, Item: error.body['Item'] };
}
