/** Knows passwords that leaked from other services. */
export interface Breaches {
  /** Whether a password is known to have leaked. Only the first digits of its hash leave the process. */
  has(password: string): Promise<boolean>;
}
