import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBytes } from '../../../web/reading/read-bytes.ts';
import { Random } from '../../simulation/random.ts';

const FILES = ['d05-reversed-columns-times.pdf', 'd08-bank-workbook.xlsx', 'd18-password.pdf'];

const bytesOf = (file: string): Uint8Array =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/reading', file)));

/** Changes some bytes of a file, and sometimes cuts it off. */
function mutated(file: string, random: Random): Uint8Array {
  const bytes = bytesOf(file);
  for (let count = random.between(1, 40); count > 0; count--) {
    bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
  }
  return random.chance(0.2) ? bytes.slice(0, random.between(10, bytes.length)) : bytes;
}

describe('a damaged file', () => {
  it('ends with an outcome, whichever bytes are wrong', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const file = FILES[seed % FILES.length] ?? '';
      const { outcome } = await readBytes(mutated(file, new Random(seed)), { password: 'Loan8842' });
      expect(['read', 'damaged', 'password', 'nothing-found', 'no-text', 'other-type']).toContain(outcome);
    }
  });

  it.each([
    ['old-xls', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1)],
    ['other-type', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0)],
    ['other-type', new Uint8Array()],
    ['too-large', new Uint8Array(10 * 1024 * 1024 + 1)],
    ['damaged', new TextEncoder().encode('%PDF-1.7 and nothing else')],
  ])('is refused as %s by its bytes', async (outcome, bytes) => {
    expect((await readBytes(bytes, {})).outcome).toBe(outcome);
  });
});
