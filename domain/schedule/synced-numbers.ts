/**
 * Numbers of the payments in Xero as words of 48 bits, so that a schedule says by itself which they are. A payment
 * becomes synced once, so adding its bit to its word sets it: an atomic addition, without a read.
 */

/** Doubles count whole numbers exactly up to 53 bits. */
const WORD_BITS = 48;

/** Returns the bits to add to each word, by its index, so that these payments count as synced. */
export function syncedBits(numbers: readonly number[]): ReadonlyMap<number, number> {
  const words = new Map<number, number>();
  for (const number of numbers) {
    const word = Math.floor((number - 1) / WORD_BITS);
    words.set(word, (words.get(word) ?? 0) + 2 ** ((number - 1) % WORD_BITS));
  }
  return words;
}

/** The numbers in the words, ascending. */
export function syncedNumbersIn(words: readonly number[]): number[] {
  return words.flatMap((bits, word) => {
    const numbers: number[] = [];
    let left = bits;
    for (let bit = 1; left > 0; bit++, left = Math.floor(left / 2)) {
      if (left % 2 === 1) numbers.push(word * WORD_BITS + bit);
    }
    return numbers;
  });
}
