/** The values of `infra/stages.ts` that stand for those of a real account. */
import type { Stage } from '../../infra/stages.ts';

const PLACEHOLDER = /\.example\b|\bZ0{6,}|\b0{12}\b/;

/** Returns the fields of a stage that hold placeholders, with their values. */
export function placeholdersOf(stage: Stage): string[] {
  return fieldsOf('', stage).filter((field) => PLACEHOLDER.test(field));
}

function fieldsOf(path: string, value: unknown): string[] {
  if (typeof value === 'string') return [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    fieldsOf(path === '' ? name : `${path}.${name}`, field),
  );
}
