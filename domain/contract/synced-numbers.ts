/**
 * Numbers of the payments in Xero as words of 48 bits, so that a schedule says by itself which they are. A payment's
 * bit is added when it becomes synced and subtracted when it is reversed: atomic additions, without a read.
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

/** The words with some numbers more and others less. */
export function changedWords(
  words: readonly number[],
  added: readonly number[],
  removed: readonly number[] = [],
): readonly number[] {
  const numbers = new Set([...syncedNumbersIn(words), ...added]);
  for (const number of removed) numbers.delete(number);
  const changed = words.map(() => 0);
  for (const [word, bits] of syncedBits([...numbers])) changed[word] = bits;
  return Array.from(changed, (bits) => bits ?? 0);
}
