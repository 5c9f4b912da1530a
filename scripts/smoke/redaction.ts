/** Removes secrets from evidence. Each is replaced by a digest, so equal secrets stay recognisable as equal. */
import { createHash } from 'node:crypto';

export interface Redactor {
  /** Registers a secret, which is then removed wherever it occurs. */
  learn(secret: string): void;
  /** Returns the value without secrets, with its shape unchanged. */
  redact<Value>(value: Value): Value;
}

/** Headers and fields whose values are secrets, whatever they look like. */
const SECRET_FIELDS =
  /^(authorization|proxy-authorization|cookie|set-cookie|stripe-signature|access_token|refresh_token|id_token|client_secret|code_verifier|secret|api_key|password)$/i;

const PARAMETER = 'code|state|nonce|access_token|refresh_token|id_token|token|client_secret|code_verifier';

const PATTERNS: readonly RegExp[] = [
  // JSON web tokens, and keys and signing secrets of Stripe.
  /()\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /()\b(?:[srp]k_(?:test|live)|whsec)_\w+/g,
  /(\b(?:Bearer|Basic)\s+)[\w.~+/=-]+/gi,
  // Parameters of addresses and forms.
  new RegExp(`((?:^|[?&#])(?:${PARAMETER})=)[^&#\\s"]+`, 'g'),
  // Pages of Stripe that need no sign-in.
  /(\/(?:p\/session|c\/pay)\/)[^/\s"?]+/g,
];

/** A secret shorter than this would be found in unrelated text. */
const SHORTEST_SECRET = 6;

export function createRedactor(): Redactor {
  /** The longest first, since one may be a part of another. */
  let secrets: readonly string[] = [];

  function redactText(text: string): string {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, mark);
    for (const pattern of PATTERNS) {
      clean = clean.replace(pattern, (found: string, kept: string) => {
        const secret = found.slice(kept.length);
        return secret.startsWith('[redacted') ? found : kept + mark(secret);
      });
    }
    return clean;
  }

  function redactUnknown(value: unknown): unknown {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map(redactUnknown);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]: [string, unknown]) => [
        redactText(name),
        SECRET_FIELDS.test(name) && typeof inner === 'string' ? mark(inner) : redactUnknown(inner),
      ]),
    );
  }

  return {
    learn(secret) {
      if (secret.length < SHORTEST_SECRET) return;
      const all = new Set([...secrets, secret, encodeURIComponent(secret)]);
      secrets = [...all].toSorted((a, b) => b.length - a.length);
    },
    // The shape is unchanged: only texts are replaced by texts.
    redact: <Value>(value: Value) => redactUnknown(value) as Value,
  };
}

function mark(secret: string): string {
  if (secret.startsWith('[redacted')) return secret;
  return `[redacted ${createHash('sha256').update(secret).digest('hex').slice(0, 6)}]`;
}
