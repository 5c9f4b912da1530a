/** Rates in percent that differ by less are taken as equal: contracts print two decimals. */
const TOLERANCE = 0.02;
/** Keeps floating-point noise from refusing a difference of exactly the tolerance. */
const NOISE = 1e-9;

/** Whether two rates, in percent a year, agree within 0.02 points. */
export const ratesAgree = (one: number, other: number): boolean => Math.abs(one - other) <= TOLERANCE + NOISE;
