/** The cost of a guess at a password: KiB of memory, passes over it, lanes. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's parameters for argon2id: 19 MiB, 2, 1 (about 30 ms). */
export const owaspCost: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
