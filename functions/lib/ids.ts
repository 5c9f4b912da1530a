/** The source of random ids. A function receives it, so that tests and simulations control it. */
export interface Ids {
  uuid(): string;
  /** 256 random bits, base64url. */
  secret(): string;
}
