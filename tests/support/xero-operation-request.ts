/** The HTTP request of an operation, for the simulator in process. */
import { fieldsOf, OPERATIONS, type Operation } from '../../functions/vendors/xero/operations.ts';

/** An accounting request without its credentials. `path` is relative to `/api.xro/2.0` and includes the query. */
export interface OperationRequest {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly modifiedSince?: Date | undefined;
}

/** Fields that are not in the query. */
const ELSEWHERE = new Set(['id', 'body', 'idempotencyKey', 'modifiedSince']);

/** Returns the HTTP request that xero-node makes for an operation. A test compares both for every operation. */
export function requestOf(operation: Operation): OperationRequest {
  const { method, path, takes } = OPERATIONS[operation.name];
  const values = fieldsOf(operation);
  const query = new URLSearchParams();
  for (const field of takes) {
    const value = values[field];
    if (!ELSEWHERE.has(field) && value !== undefined) query.set(field, String(value));
  }
  const { id = '', body, idempotencyKey, modifiedSince } = values;
  const address = `${path.replace('{id}', id)}${query.size > 0 ? `?${query.toString()}` : ''}`;
  return { method, path: address, body, idempotencyKey, modifiedSince };
}
