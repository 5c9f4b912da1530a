/** Where somebody came from: query parameters that begin with utm, and clid, kept until they register. */
const STORED = 'paydown.lead';

export function attributionIn(search: string): Record<string, string> {
  const entries = [...new URLSearchParams(search)];
  return Object.fromEntries(entries.filter(([name]) => name.startsWith('utm') || name === 'clid'));
}

/** Keeps what this address tells, beside what was known, and returns all of it. */
export function keepAttribution(search: string, known: Record<string, string> = {}): Record<string, string> {
  const stored = JSON.parse(sessionStorage.getItem(STORED) ?? '{}') as Record<string, string>;
  const attribution = { ...known, ...stored, ...attributionIn(search) };
  sessionStorage.setItem(STORED, JSON.stringify(attribution));
  return attribution;
}
