const LIFETIME = 5 * 60_000;

/**
 * Caches the answers of `load` by key for five minutes. Concurrent callers share one call, and failures are not
 * cached.
 */
export function remembering<Value>(
  clock: { now(): number },
  load: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const remembered = new Map<string, { value: Promise<Value>; until: number }>();

  return (key) => {
    const hit = remembered.get(key);
    if (hit && clock.now() < hit.until) return hit.value;

    const value = load(key);
    remembered.set(key, { value, until: clock.now() + LIFETIME });
    value.catch(() => remembered.delete(key));
    return value;
  };
}
