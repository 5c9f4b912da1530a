/** An error of DynamoDB, dynalite's own included. */
export interface ServiceError extends Error {
  readonly statusCode: number;
  readonly body: { readonly __type: string } & Readonly<Record<string, unknown>>;
}

/** Statuses other than 400. */
const STATUS: Readonly<Record<string, number>> = { InternalServerError: 500, ServiceUnavailable: 503 };

/** @param more Further fields of the body, such as the reasons of a cancelled transaction. */
export function serviceError(
  type: string,
  message: string,
  more: Record<string, unknown> = {},
): ServiceError {
  const space =
    type === 'ValidationException' ? 'com.amazon.coral.validate' : 'com.amazonaws.dynamodb.v20120810';
  const body = { __type: `${space}#${type}`, message, ...more };
  return Object.assign(new Error(message), { statusCode: STATUS[type] ?? 400, body });
}

export function validationError(message: string): ServiceError {
  return serviceError('ValidationException', message);
}

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/** Returns the exception's name, for instance `ConditionalCheckFailedException`. */
export function typeOf({ body: { __type: type } }: ServiceError): string {
  return type.split('#').at(-1) ?? '';
}

/** Thrown to end the connection of a call without an answer. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}
