/** Lead attribution: query parameters that begin with utm, and clid, stored until registration. */
const STORED = 'paydown.lead';

export function attributionIn(search: string): Record<string, string> {
  const entries = [...new URLSearchParams(search)];
  return Object.fromEntries(entries.filter(([name]) => name.startsWith('utm') || name === 'clid'));
}

/**
 * Stores the attribution of an address and returns all of it. Newer values replace stored ones.
 * @param known the attribution of the route, which the parameters of the address override.
 */
export function keepAttribution(search: string, known: Record<string, string> = {}): Record<string, string> {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, string>;
  const attribution = { ...stored, ...known, ...attributionIn(search) };
  sessionStorage.setItem(STORED, JSON.stringify(attribution));
  return attribution;
}
