/** A call to Xero that gave no result, by kinds that say what was done. */
import { Refusal } from '../../../domain/refusal.ts';
import { VendorFailure } from '../../lib/vendor-failure.ts';
import type { UnreadableDocument } from './port.ts';

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
 *
 * The first four are about the customer's own organisation, so that they are no errors of ours: see `KINDS`.
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
  /** The document that could not be read, of a read by its id. */
  readonly unreadable?: UnreadableDocument | undefined;
}

/** Xero lets only these roles read and post manual journals. */
export const ROLE_NEEDED =
  'Ask for the role Adviser, or Standard with reporting permission, in Xero and try again, or have a user with that role connect.';

/**
 * Each kind on the wire: status, title, and sentence. A 409 says what the customer's organisation in Xero does not allow,
 * and is logged as any request; a 503 is a failure that an operator may have to look at, and is logged as an error.
 */
const KINDS = {
  unauthorised: { status: 409, title: 'Xero', sentence: 'Xero is disconnected. Please link to Xero again.' },
  forbidden: {
    status: 409,
    title: 'Xero-Permission',
    sentence: `The Xero user who connected this organisation may not do this. ${ROLE_NEEDED}`,
  },
  unscoped: {
    status: 409,
    title: 'Xero-Scope',
    sentence: 'Paydown needs one more permission in Xero for this. Please reconnect to Xero.',
  },
  refused: { status: 409, title: 'Xero-Api', sentence: 'Xero refused the request.' },
  throttled: { status: 503, title: 'Xero', sentence: 'Xero is busy. Please try again in a minute.' },
  unavailable: {
    status: 503,
    title: 'Xero',
    sentence: 'Xero is not available right now. Please try again later.',
  },
} as const satisfies Record<
  XeroErrorKind,
  { readonly status: 409 | 503; readonly title: string; readonly sentence: string }
>;

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
  readonly unreadable: UnreadableDocument | undefined;

  constructor(kind: XeroErrorKind, details: XeroErrorDetails = {}) {
    const messages = details.messages ?? [];
    const isOwnLimit = kind === 'throttled' && details.availableAt !== undefined;
    const { title, status } = KINDS[kind];
    super(title, isOwnLimit ? 429 : status, messageOf(kind, details), details.cause);
    this.kind = kind;
    this.isTransient = status === 503;
    this.answered = details.answered;
    this.isUnsent = details.isUnsent ?? false;
    this.messages = messages;
    this.elements = details.elements ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.availableAt = details.availableAt;
    this.unreadable = details.unreadable;
  }
}

/** Returns an error of Xero's; throws any other one. */
export function xeroErrorOnly(error: unknown): XeroError {
  if (error instanceof XeroError) return error;
  throw error;
}

/** A 403 comes for an organisation that is not connected; a 401 for an access that has ended. */
const NOT_CONNECTED =
  'Paydown is no longer connected to this organisation in Xero. It was disconnected there, or it is a demo company that Xero has reset. Please link to Xero again.';

function messageOf(kind: XeroErrorKind, { answered, messages = [] }: XeroErrorDetails): string {
  // A single word is a code, not a sentence.
  const said = messages.filter((message) => kind !== 'forbidden' || /\s/.test(message)).join(' ');
  if (kind === 'unauthorised' && answered === 403) return NOT_CONNECTED;
  if (kind === 'forbidden' && said !== '') return `${KINDS.forbidden.sentence} Xero says: “${said}”`;
  return said || KINDS[kind].sentence;
}

/** Why one of several things of a call failed: a stable code, and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** @throws an error that is neither a refusal nor Xero's */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof XeroError) return { code: `xero/${error.kind}`, message: error.message };
  throw error;
}
