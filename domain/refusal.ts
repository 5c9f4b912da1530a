/** The kinds of refusals: a closed set that the wire maps to statuses. */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'throttled';

/** Messages by the wire name of the field they are about. */
export type FieldMessages = Readonly<Record<string, readonly string[]>>;

/**
 * A rule of the product says no. Thrown, never returned.
 *
 * `code` is stable and machine-readable (`schedule/negative-interest`); `message` is a sentence for the
 * person at the screen; `fields` names the input to correct when the refusal is about input.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly kind: RefusalKind;
  readonly code: string;
  readonly fields: FieldMessages | undefined;

  constructor(kind: RefusalKind, code: string, message: string, fields?: FieldMessages) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.fields = fields;
  }
}

/** Refuses one field: its message is the refusal's own. */
export function invalid(field: string, code: string, message: string): Refusal {
  return new Refusal('invalid', code, message, { [field]: [message] });
}

/** Refuses what the present state does not allow. */
export function conflict(code: string, message: string): Refusal {
  return new Refusal('conflict', code, message);
}

/** Refuses what is not there, or not the caller's. */
export function notFound(code: string, message: string): Refusal {
  return new Refusal('not-found', code, message);
}
