/** The source of time. A function receives it, so that tests and simulations control it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}
