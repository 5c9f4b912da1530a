/** Time and chance, the two things that a function can't compute: given, so that tests and simulations decide them. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export interface Ids {
  uuid(): string;
  /** 256 random bits, base64url. */
  secret(): string;
}
