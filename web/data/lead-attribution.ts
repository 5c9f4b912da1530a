/** Lead attribution: query parameters that begin with utm, and clid, stored until registration. */
const STORED = 'paydown.lead';

/** The most characters of a name or a value that the service takes: a longer link must not stop a registration. */
const MOST_CHARACTERS = 200;

export function attributionIn(search: string): Record<string, string> {
  const entries = [...new URLSearchParams(search)].map(
    ([name, value]) => [name.slice(0, MOST_CHARACTERS), value.slice(0, MOST_CHARACTERS)] as const,
  );
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
