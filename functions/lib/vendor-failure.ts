type VendorStatus = 409 | 429 | 502 | 503;

/** The failure or refusal of an external service. It is not a Refusal, since the request was valid. */
export class VendorFailure extends Error {
  override readonly name = 'VendorFailure';
  /** The problem's title: `Xero-Api` when Xero refused. */
  readonly title: string;
  /**
   * 502 for an invalid response, 503 when a later attempt may succeed, 429 when our own rate limit kept the call, 409 when
   * the service says what the customer's own account there does not allow.
   */
  readonly status: VendorStatus;

  constructor(title: string, status: VendorStatus, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.title = title;
    this.status = status;
  }
}
