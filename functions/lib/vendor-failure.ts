/** A service that we depend on failed or refused. Never a Refusal: the caller did nothing wrong. */
export class VendorFailure extends Error {
  override readonly name = 'VendorFailure';
  /** The problem's title: `Xero-Api` when Xero refused. */
  readonly title: string;
  /** 502 when the service answered badly, 503 when it can be asked again later. */
  readonly status: 502 | 503;

  constructor(title: string, status: 502 | 503, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.title = title;
    this.status = status;
  }
}
