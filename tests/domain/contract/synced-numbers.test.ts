import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { syncedBits, syncedNumbersIn } from '../../../domain/contract/synced-numbers.ts';

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 3200 }), { maxLength: 400 });

it('keeps the numbers of any payments, added in any number of postings', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 4 }), (postings) => {
      const words: number[] = Array<number>(67).fill(0);
      const seen = new Set<number>();
      for (const posting of postings) {
        const fresh = posting.filter((number) => !seen.has(number));
        for (const [word, bits] of syncedBits(fresh)) words[word] = (words[word] ?? 0) + bits;
        for (const number of fresh) seen.add(number);
      }
      expect(syncedNumbersIn(words)).toEqual([...seen].toSorted((a, b) => a - b));
      expect(words.every(Number.isSafeInteger)).toBe(true);
    }),
  );
});
