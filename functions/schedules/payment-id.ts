import { createHash } from 'node:crypto';

/**
 * A payment's id, fixed by its schedule and number: UUID version 5 (RFC 9562) of `number` in the
 * schedule's own namespace.
 */
export function paymentId(scheduleId: string, number: number): string {
  const namespace = Buffer.from(scheduleId.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(String(number)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
