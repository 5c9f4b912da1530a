interface Details {
  code?: string;
  param?: string;
  declineCode?: string;
}

/** An error in Stripe's shape. Throwing it rolls the request back. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly type: string;
  readonly details: Details;

  constructor(status: number, type: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** The body of the answer. */
  toBody(): object {
    const { code, param, declineCode } = this.details;
    const error = { type: this.type, message: this.message, code, param, decline_code: declineCode };
    return { error };
  }
}

/** A refusal of the request's parameters. */
export function badRequest(message: string, details: Details = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, details);
}

/** The end of the message for an id that exists in live mode. */
export const OTHER_MODE =
  '; a similar object exists in live mode, but a test mode key was used to make this request.';

/** An unknown id in the path: 404. */
export function missing(what: string, id: string, detail = ''): ApiError {
  return new ApiError(404, 'invalid_request_error', `No such ${what}: '${id}'${detail}`, {
    code: 'resource_missing',
    param: 'id',
  });
}

/** An unknown id in a parameter: 400, unlike in the path. */
export function missingReference(what: string, id: string, param: string, detail = ''): ApiError {
  return badRequest(`No such ${what}: '${id}'${detail}`, { code: 'resource_missing', param });
}

/** A refused card. */
export function cardError(message: string, code: string, declineCode?: string): ApiError {
  return new ApiError(402, 'card_error', message, declineCode ? { code, declineCode } : { code });
}
