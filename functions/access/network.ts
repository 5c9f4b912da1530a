/** Where a request comes from: its address, its network, and how much of both is written down. */
import { isIPv6 } from 'node:net';

/** What counts as one source: an IPv4 address, or the 64 bits of an IPv6 network, which one caller has to itself. */
export function networkOf(source: string): string {
  if (!isIPv6(source) || source.includes('.')) return source.replace(/^::ffff:/i, '');
  const groups = groupsOf(source);
  return groups.at(-1) === '1' && groups.slice(0, 7).every((group) => group === '0')
    ? '::1'
    : `${groups.slice(0, 4).join(':')}::/64`;
}

export const isLoopback = (network: string): boolean => network === '::1' || network.startsWith('127.');

/** A source as logs and audit entries hold it: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function truncated(source: string): string {
  if (isIPv6(source) && !source.includes('.')) return `${groupsOf(source).slice(0, 3).join(':')}::/48`;
  const octets = networkOf(source).split('.');
  return octets.length === 4 ? `${octets.slice(0, 3).join('.')}.0/24` : 'unknown';
}

/** The eight groups of an IPv6 address. */
function groupsOf(source: string): string[] {
  const [before = '', after] = source.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
}
