import * as z from 'zod';

const Rule = z.strictObject({
  method: z.string().optional(),
  /** A prefix of the path. */
  path: z.string().optional(),
  times: z.number().int().positive().optional(),
  kind: z.enum(['status', 'drop-before', 'drop-after', 'delay', 'garbage']),
  status: z.number().int().min(400).max(599).optional(),
  retryAfter: z.number().optional(),
  delayMs: z.number().nonnegative().optional(),
});

/** Fault rules: a POST replaces all of them, and the first match is applied. */
export const FaultRules = z.strictObject({ rules: z.array(Rule) });
export type FaultRule = z.infer<typeof Rule>;

export interface Faults {
  replace(rules: readonly FaultRule[]): void;
  /** Returns the rule that applies to a request, and counts the use. */
  take(method: string, path: string): FaultRule | undefined;
}

/** Faults of a simulator's API, kept in memory only. */
export function createFaults(): Faults {
  let rules: { rule: FaultRule; left: number }[] = [];
  return {
    replace(next) {
      rules = next.map((rule) => ({ rule, left: rule.times ?? Infinity }));
    },
    take(method, path) {
      const hit = rules.find(
        ({ rule, left }) =>
          left > 0 && (rule.method ?? method) === method && path.startsWith(rule.path ?? ''),
      );
      if (hit) hit.left -= 1;
      return hit?.rule;
    },
  };
}

/** The answer of a broken proxy in front of a service: a success whose body is a page. */
export const GARBAGE = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Maintenance</title><p>We will be back soon.</p>',
};
