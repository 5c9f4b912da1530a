/** Failures of calls, as DynamoDB and the network cause them. */
import type { Fields } from '../../../scripts/simulators/dynamodb/dynalite.ts';
import { AnswerLost, serviceError } from '../../../scripts/simulators/dynamodb/service-error.ts';

/**
 * - `throttled`, `internal`: DynamoDB refuses the call and does nothing.
 * - `conflict`: another transaction holds an item of the call, which does nothing. Reads are not affected.
 * - `lost`: the call is done, and its answer does not arrive.
 */
export const FAULT_KINDS = ['throttled', 'internal', 'conflict', 'lost'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const WRITES = new Set(['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);

interface Plan {
  readonly kind: FaultKind;
  /** The number of the call, from 1. */
  readonly call: number;
  /** Whether the client's retries of a failed call fail as well, after which it gives up. */
  readonly isLasting: boolean;
}

/** The faults of a database; none at first. */
export class Faults {
  #plan: Plan | null = null;
  #calls = 0;
  /** The call that failed the last, which a retry repeats byte for byte. */
  #failed: string | null = null;

  /** The calls since the last plan, without retries of failed ones. */
  get calls(): number {
    return this.#calls;
  }

  /** Fails the call with this number from now on. */
  failCall(number: number, kind: FaultKind, { isLasting = false } = {}): void {
    this.#start({ kind, isLasting, call: number });
  }

  clear(): void {
    this.#start(null);
  }

  /** Runs a call under the plan. */
  async run(operation: string, request: Fields, work: () => Promise<Fields>): Promise<Fields> {
    const plan = this.#plan;
    const identity = operation + JSON.stringify(request);
    const isRetry = this.#failed === identity;
    if (!isRetry) this.#calls++;
    if (plan === null) return work();
    if (isRetry ? !plan.isLasting : this.#calls !== plan.call) {
      this.#failed = null;
      return work();
    }
    if (plan.kind === 'conflict' && (isRetry || !WRITES.has(operation))) return work();
    this.#failed = identity;
    if (plan.kind === 'lost' && !isRetry) {
      await work();
      throw new AnswerLost();
    }
    throw errorOf(plan.kind, operation, request);
  }

  #start(plan: Plan | null): void {
    this.#plan = plan;
    this.#calls = 0;
    this.#failed = null;
  }
}

function errorOf(kind: FaultKind, operation: string, { TransactItems }: Fields): Error {
  if (kind === 'throttled') {
    return serviceError('ProvisionedThroughputExceededException', 'The level of throughput is exceeded');
  }
  if (kind === 'lost') return new AnswerLost();
  if (kind === 'internal') return serviceError('InternalServerError', 'Internal server error');
  if (operation !== 'TransactWriteItems') {
    return serviceError('TransactionConflictException', 'Transaction is ongoing for the item');
  }
  const count = Array.isArray(TransactItems) ? TransactItems.length : 1;
  const CancellationReasons = Array.from({ length: count }, (_, index) => ({
    Code: index === 0 ? 'TransactionConflict' : 'None',
  }));
  return serviceError('TransactionCanceledException', 'Transaction cancelled', { CancellationReasons });
}
