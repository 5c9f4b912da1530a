/** A form's draft on initial values that have changed since it was typed. */
import { isEqual } from './equality.ts';

/** Rebases a draft: typed fields stay, all others take the new values. */
export function rebased<Draft extends object>(draft: Draft, before: Draft, now: Draft): Draft {
  return { ...now, ...Object.fromEntries(typedFields(draft, before)) };
}

/** Whether a typed field has a new initial value as well, other than the typed one: saving the draft replaces it. */
export function replacesChange<Draft extends object>(draft: Draft, before: Draft, now: Draft): boolean {
  return typedFields(draft, before).some(([field, value]) => {
    const [old, changed] = [before[field as keyof Draft], now[field as keyof Draft]];
    return !isSame(old, changed) && !isSame(value, changed);
  });
}

const typedFields = <Draft extends object>(draft: Draft, before: Draft): [string, unknown][] =>
  Object.entries(draft).filter(([field, value]) => !isSame(value, before[field as keyof Draft]));

/** Whether two drafts hold the same. The keys of their rows only tell the rows of one draft apart. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isEqual(withoutKeys(one), withoutKeys(other));

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'key');
  return Object.fromEntries(fields.map(([name, each]) => [name, withoutKeys(each)]));
}
