/** Ids and tokens from a seed in the state: the same history gives the same ids. */
import { createHash } from 'node:crypto';
import { meta, put, type XeroState } from './state.ts';

/** One step of mulberry32: 32 random bits and the next state. */
export function nextRandom(random: number): { bits: number; next: number } {
  const next = (random + 0x6d2b79f5) | 0;
  let mixed = Math.imul(next ^ (next >>> 15), next | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return { bits: (mixed ^ (mixed >>> 14)) >>> 0, next };
}

/** Returns random bytes in hexadecimal. */
export function hex(state: XeroState, bytes: number): string {
  const record = meta(state);
  let { random } = record;
  let text = '';
  while (text.length < bytes * 2) {
    const { bits, next } = nextRandom(random);
    text += bits.toString(16).padStart(8, '0');
    random = next;
  }
  put(state, 'meta', '@', { ...record, random });
  return text.slice(0, bytes * 2);
}

/** Returns a version 4 UUID. */
export const uuid = (state: XeroState): string => uuidOf(hex(state, 16));

/** Returns the UUID that follows from a text. */
export const derivedUuid = (text: string): string => uuidOf(createHash('sha256').update(text).digest('hex'));

function uuidOf(text: string): string {
  const variant = '89ab'.charAt(Number.parseInt(text.charAt(16), 16) % 4);
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    `4${text.slice(13, 16)}`,
    variant + text.slice(17, 20),
    text.slice(20, 32),
  ].join('-');
}
