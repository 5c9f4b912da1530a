/** The network of a request: complete for counters, truncated for records. */
import ipaddr from 'ipaddr.js';

/** Returns the network that counts as one caller. An IPv6 client controls all 64 bits below its network. */
export function networkOf(source: string): string {
  if (!ipaddr.isValid(source)) return source;
  const address = ipaddr.process(source);
  if (address instanceof ipaddr.IPv4 || address.range() === 'loopback') return address.toString();
  return `${groupsOf(address, 4)}::/64`;
}

export const isLoopback = (network: string): boolean => network === '::1' || network.startsWith('127.');

/** Returns a source as logs and audit entries store it: 24 bits of an IPv4 address, 48 of an IPv6 address. */
export function truncated(source: string): string {
  if (!ipaddr.isValid(source)) return 'unknown';
  const address = ipaddr.process(source);
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  return `${groupsOf(address, 3)}::/48`;
}

/** Returns the facts of a request by an unknown caller that its audit entry keeps. */
export const anonymousRequest = ({
  requestId,
  source,
}: {
  readonly requestId: string;
  readonly source: string;
}): { readonly requestId: string; readonly source: string } => ({ requestId, source: truncated(source) });

function groupsOf(address: ipaddr.IPv6, count: number): string {
  return address.parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':');
}
