/** Fault rules and the requests that they apply to. */
import { nextRandom } from './ids.ts';
import type { CoreRequest } from './http.ts';
import type { FaultRule } from './records.ts';
import { put, type XeroState } from './state.ts';

/** Replaces all rules and restarts their random numbers. */
export function setFaults(state: XeroState, rules: readonly FaultRule[], seed = 1): void {
  put(state, 'faults', '@', { rules, hits: rules.map(() => 0), random: seed });
}

/** Returns the first rule that applies to the request, and counts the hit. */
export function takeFault(state: XeroState, request: CoreRequest): FaultRule | null {
  const faults = state.records.faults.get('@');
  if (faults === undefined) return null;
  let { random } = faults;
  const hit = faults.rules.findIndex((rule, index) => {
    if (!matches(rule, request) || (faults.hits[index] ?? 0) >= (rule.times ?? Infinity)) return false;
    if (rule.probability === undefined) return true;
    const { bits, next } = nextRandom(random);
    random = next;
    return bits / 2 ** 32 < rule.probability;
  });
  const hits = faults.hits.map((count, index) => (index === hit ? count + 1 : count));
  if (hit >= 0 || random !== faults.random) put(state, 'faults', '@', { ...faults, hits, random });
  return faults.rules[hit] ?? null;
}

function matches(rule: FaultRule, request: CoreRequest): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== request.method) return false;
  if (rule.path !== undefined && !request.path.startsWith(rule.path)) return false;
  const api = request.path.startsWith('/api.xro/');
  if (rule.kind === 'commit-late' || rule.kind === 'refuse-last') return api && request.method !== 'GET';
  if (rule.kind === 'stale-search') return api && request.method === 'GET';
  return true;
}
