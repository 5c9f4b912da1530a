/** Faults that can be ordered: which rule strikes which request. */
import { draw } from './chance.ts';
import type { CoreRequest } from './http.ts';
import { put, type FaultRule, type XeroState } from './state.ts';

/** Replaces all rules and restarts their chance. */
export function setFaults(state: XeroState, rules: readonly FaultRule[], seed = 1): void {
  put(state, 'faults', '@', { rules, hits: rules.map(() => 0), random: seed });
}

/** The first rule that strikes; its hit is counted. */
export function strike(state: XeroState, request: CoreRequest): FaultRule | null {
  const faults = state.records.faults.get('@');
  if (faults === undefined) return null;
  let { random } = faults;
  const struck = faults.rules.findIndex((rule, index) => {
    if (!isMeant(rule, request) || (faults.hits[index] ?? 0) >= (rule.times ?? Infinity)) return false;
    if (rule.probability === undefined) return true;
    const { bits, next } = draw(random);
    random = next;
    return bits / 2 ** 32 < rule.probability;
  });
  const hits = faults.hits.map((count, index) => (index === struck ? count + 1 : count));
  if (struck >= 0 || random !== faults.random) put(state, 'faults', '@', { ...faults, hits, random });
  return faults.rules[struck] ?? null;
}

function isMeant(rule: FaultRule, request: CoreRequest): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== request.method) return false;
  if (rule.path !== undefined && !request.path.startsWith(rule.path)) return false;
  const api = request.path.startsWith('/api.xro/');
  if (rule.kind === 'commit-late') return api && request.method !== 'GET';
  if (rule.kind === 'stale-search') return api && request.method === 'GET';
  return true;
}
