interface Details {
  code?: string;
  param?: string;
  declineCode?: string;
}

/** An error in the shape of Stripe's own. Nothing of the request that throws it is kept. */
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

  /** As it is answered. */
  toBody(): object {
    const { code, param, declineCode } = this.details;
    const error = { type: this.type, message: this.message, code, param, decline_code: declineCode };
    return { error };
  }
}

/** The request cannot be done as it stands. */
export function badRequest(message: string, details: Details = {}): ApiError {
  return new ApiError(400, 'invalid_request_error', message, details);
}

/** An id in the path that means nothing. */
export function missing(what: string, id: string): ApiError {
  return new ApiError(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}

/** An id in a parameter that means nothing: unlike in the path, that is a 400. */
export function missingReference(what: string, id: string, param: string): ApiError {
  return badRequest(`No such ${what}: '${id}'`, { code: 'resource_missing', param });
}

/** The bank, or Stripe for the bank, refuses a card. */
export function cardError(message: string, code: string, declineCode?: string): ApiError {
  return new ApiError(402, 'card_error', message, declineCode ? { code, declineCode } : { code });
}
