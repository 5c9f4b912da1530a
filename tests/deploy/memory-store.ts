import type { ParameterStore } from '../../scripts/deploy/parameters.ts';

export type Kept = Map<string, { value: string; isSecret: boolean }>;

/** A parameter store in memory, with these values at first. */
export function memoryStore(values: Readonly<Record<string, string>> = {}): {
  store: ParameterStore;
  kept: Kept;
} {
  const kept: Kept = new Map(
    Object.entries(values).map(([name, value]) => [name, { value, isSecret: false }]),
  );
  const store: ParameterStore = {
    has: async (name) => kept.has(name),
    get: async (name) => kept.get(name)?.value ?? '',
    put: async (name, value, isSecret) => void kept.set(name, { value, isSecret }),
    remove: async (name) => void kept.delete(name),
  };
  return { store, kept };
}
