/** A call to Xero that gave no result, by kinds that say what was done. */
import { VendorFailure } from '../../lib/vendor-failure.ts';

/**
 * - `unauthorised`: the token isn't accepted (401), the organisation isn't connected any more (403), or a
 *   refresh token is void (invalid_grant). Nothing was done.
 * - `forbidden`: the connecting user's role in Xero does not allow it (403); `messages` are Xero's. Nothing was done. The
 *   port throws it for every 403; a session tells it from `unauthorised`.
 * - `unscoped`: the consent does not include the call's scope; only a new consent helps. Nothing was done.
 * - `refused`: Xero says no to what was sent; `messages` are its own sentences, `elements` those about each document.
 *   Nothing was done.
 * - `throttled`: a limit was met; `retryAfterSeconds` if Xero said so. Nothing was done.
 * - `unavailable`: no answer, an unreadable answer, or a failure of Xero's. A write may have happened or may happen
 *   yet.
 */
export type XeroErrorKind =
  | 'unauthorised'
  | 'forbidden'
  | 'unscoped'
  | 'refused'
  | 'throttled'
  | 'unavailable';

export interface XeroErrorDetails {
  /** The HTTP status of Xero's answer. */
  readonly answered?: number | undefined;
  /** The call can't have reached Xero: the connection was refused, or the name not found. */
  readonly isUnsent?: boolean;
  readonly messages?: readonly string[] | undefined;
  readonly elements?: readonly (readonly string[])[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The instant at which calls are possible again, milliseconds since the epoch. */
  readonly availableAt?: number | undefined;
  readonly cause?: unknown;
}

/** Xero lets only these roles read and post manual journals. */
export const ROLE_NEEDED =
  'Ask for the role Adviser, or Standard with reporting permission, in Xero and try again, or have a user with that role connect.';

const SENTENCES = {
  unauthorised: 'Xero is disconnected. Please link to Xero again.',
  forbidden: `The Xero user who connected this organisation may not do this. ${ROLE_NEEDED}`,
  unscoped: 'Paydown needs one more permission in Xero for this. Please reconnect to Xero.',
  refused: 'Xero refused the request.',
  throttled: 'Xero is busy. Please try again in a minute.',
  unavailable: 'Xero is not available right now. Please try again later.',
} satisfies Record<XeroErrorKind, string>;

/**
 * A call to Xero that gave no result. `message` is for the user (of a refusal: Xero's own sentences; of a missing
 * permission: the role that is needed, and Xero's own detail); it holds no token and nothing that was sent.
 */
export class XeroError extends VendorFailure {
  readonly kind: XeroErrorKind;
  /** A later try may succeed. */
  readonly isTransient: boolean;
  readonly answered: number | undefined;
  readonly isUnsent: boolean;
  readonly messages: readonly string[];
  readonly elements: readonly (readonly string[])[];
  readonly retryAfterSeconds: number | undefined;
  readonly availableAt: number | undefined;

  constructor(kind: XeroErrorKind, details: XeroErrorDetails = {}) {
    const messages = details.messages ?? [];
    const isTransient = kind === 'throttled' || kind === 'unavailable';
    const isOwnLimit = kind === 'throttled' && details.availableAt !== undefined;
    super(TITLES[kind], isOwnLimit ? 429 : isTransient ? 503 : 502, messageOf(kind, details), details.cause);
    this.kind = kind;
    this.isTransient = isTransient;
    this.answered = details.answered;
    this.isUnsent = details.isUnsent ?? false;
    this.messages = messages;
    this.elements = details.elements ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.availableAt = details.availableAt;
  }
}

const TITLES = {
  unauthorised: 'Xero',
  forbidden: 'Xero-Permission',
  unscoped: 'Xero-Scope',
  refused: 'Xero-Api',
  throttled: 'Xero',
  unavailable: 'Xero',
} satisfies Record<XeroErrorKind, string>;

/** A 403 comes for an organisation that is not connected; a 401 for an access that has ended. */
const NOT_CONNECTED =
  'Paydown is no longer connected to this organisation in Xero. It was disconnected there, or it is a demo company that Xero has reset. Please link to Xero again.';

function messageOf(kind: XeroErrorKind, { answered, messages = [] }: XeroErrorDetails): string {
  // A single word is a code, not a sentence.
  const said = messages.filter((message) => kind !== 'forbidden' || /\s/.test(message)).join(' ');
  if (kind === 'unauthorised' && answered === 403) return NOT_CONNECTED;
  if (kind === 'forbidden' && said !== '') return `${SENTENCES.forbidden} Xero says: “${said}”`;
  return said || SENTENCES[kind];
}
