/**
 * The lenders of an entity's schedules, on the entity's item: each name stands there once, and its key is the tag of
 * the packed figures of each schedule of the lender.
 */
import { tagFigures, tagOf } from '../../../domain/contract/packed-figures.ts';
import { digest } from '../../lib/digest.ts';
import type { Item } from '../../store/table.ts';

/** Marks the attributes that are names, each named by its key. */
const PREFIX = 'lender-';

/** Bounds of the names on one item. The search index has the others. */
const MAX_NAMES = 300;
const MAX_NAME_BYTES = 100;

const KEY_BYTES = 6;
const NO_LENDER = new Uint8Array(KEY_BYTES);

/** Names of lenders by their keys. */
export type LenderNames = Readonly<Record<string, string>>;

/** Returns the names on an entity's item. */
export function lenderNamesIn(item: Item): LenderNames {
  const names = Object.entries(item).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(names.map(([name, value]) => [name.slice(PREFIX.length), String(value)]));
}

/** Returns the attributes that hold the names. */
export const lenderAttributes = (names: LenderNames): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [PREFIX + key, name]));

/** Lenders whose names differ in case only are one. */
export const normaliseLender = (lender: string): string => lender.trim().toLocaleLowerCase('en-AU');

const tagFor = (lender: string): Uint8Array =>
  lender === ''
    ? NO_LENDER
    : Buffer.from(digest(normaliseLender(lender)), 'base64url').subarray(0, KEY_BYTES);

const keyIn = (tag: Uint8Array): string => Buffer.from(tag).toString('base64url');

/** Returns packed figures that name their schedule's lender. */
export const figuresWithLender = (packed: Uint8Array, lender: string): Uint8Array =>
  tagFigures(packed, tagFor(lender));

/** Returns the lender's name that packed figures refer to, '' for none, or null when the item doesn't hold it. */
export function lenderOf(names: LenderNames, packed: Uint8Array): string | null {
  const tag = tagOf(packed);
  if (tag === null) return null;
  return tag.every((byte) => byte === 0) ? '' : (names[keyIn(tag)] ?? null);
}

/** The lenders of an entity as they were read. */
interface Lenders {
  readonly lenders: LenderNames;
  readonly figures: Readonly<Record<string, Uint8Array>>;
}

/** A schedule's lender before and after a change, by the schedule's short id; null where it isn't on the item. */
export interface LenderChange {
  readonly shortId: string;
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * Returns the changes of the names on the item. A name that a concurrent change removes is read from the search
 * index, so a race costs a read and no name.
 */
export function lenderChanges(
  { lenders, figures }: Lenders,
  changes: readonly LenderChange[],
): { readonly set: Readonly<Record<string, string>>; readonly remove: readonly string[] } {
  const added = new Map(
    changes.flatMap(({ after }): [string, string][] => (after ? [[keyIn(tagFor(after)), after]] : [])),
  );
  const others = { ...figures };
  for (const { shortId } of changes) delete others[shortId];
  const used = new Set(Object.values(others).map((packed) => keyIn(tagOf(packed) ?? NO_LENDER)));
  const left = changes.flatMap(({ before }) => (before ? [keyIn(tagFor(before))] : []));
  const unused = left.filter((key) => key in lenders && !added.has(key) && !used.has(key));
  const room = MAX_NAMES - Object.keys(lenders).length;
  const fitting = [...added].filter(
    ([key, name], index) =>
      Buffer.byteLength(name) <= MAX_NAME_BYTES && (key in lenders || index < room) && lenders[key] !== name,
  );
  return {
    set: lenderAttributes(Object.fromEntries(fitting)),
    remove: [...new Set(unused)].map((key) => PREFIX + key),
  };
}
