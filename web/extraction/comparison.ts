/** Stated terms beside the figures that follow from others. */
import type { Term } from './contract-terms.ts';
import { dollars, type Note } from './table-rows.ts';
import type { TermField } from './term-labels.ts';
import type { TermValue } from './term-values.ts';

/** A stated figure and the one that follows from the others. */
export interface Compared {
  readonly field: TermField;
  readonly stated: string;
  readonly computed: string;
  readonly agrees: boolean;
}

const CANDIDATES = 4;

/** The values of a term, the first one first. */
export function valuesOf(terms: readonly Term[], field: TermField): TermValue[] {
  const term = terms.find((each) => each.field === field);
  return term ? [term.value, ...term.others].slice(0, CANDIDATES) : [];
}

export const textsOf = (terms: readonly Term[], field: TermField): string[] =>
  valuesOf(terms, field).filter((value) => typeof value === 'string');

export const inCents = (text: string): number => Math.round(Number(text) * 100);
export const centsOf = (terms: readonly Term[], field: TermField): number[] =>
  textsOf(terms, field).map(inCents);

/** The finding about a term that differs. */
export const disagreement = ({ field, stated, computed }: Compared): Note => ({
  code: `disagrees:${field}`,
  field,
  stated,
  computed,
});

/** How many decimals a figure is stated with. */
export const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A total agrees within a cent a payment. */
export function sameTotal(
  terms: readonly Term[],
  field: TermField,
  totals: readonly number[],
  count: number,
): Compared[] {
  const [stated] = centsOf(terms, field);
  if (stated === undefined) return [];
  const agrees = totals.some((total) => Math.abs(total - stated) <= count);
  return [{ field, stated: dollars(stated), computed: dollars(totals[0] ?? 0), agrees }];
}
