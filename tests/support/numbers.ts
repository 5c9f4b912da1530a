/** The whole numbers from 1 to `last`, such as the numbers of a schedule's payments. */
export const upTo = (last: number): number[] => Array.from({ length: last }, (_each, index) => index + 1);
