import { Refusal } from '../../domain/refusal.ts';

/** Returns the names of the fields that a rule refuses; undefined when it accepts. */
export function fieldsOf(rule: () => unknown): readonly string[] | undefined {
  try {
    rule();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.fields ?? {});
    throw error;
  }
}
