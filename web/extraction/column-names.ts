/** The meanings of columns by their names. */

/** The meanings that a column of a repayment table can have. */
export const COLUMN_ROLES = ['balance', 'payment', 'interest', 'principal', 'fee', 'extra'] as const;

export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The first pattern that fits decides; `null` marks names of other figures. */
const NAMES: readonly (readonly [RegExp, ColumnRole | null])[] = [
  [/^(?!.*\b(?:inc|ex)).*\bgst\b/i, null],
  [/\b(?:unearned|opening|beginning|starting|cumulative|number)\b/i, null],
  [/\b(?:extra|additional|voluntary|lump sum|prepayments?)\b/i, 'extra'],
  [/\b(?:fees?|keeping|admin(?:istration)?)\b/i, 'fee'],
  [/\b(?:balance|owing|outstanding|payout|remaining)\b/i, 'balance'],
  [/\b(?:interest|terms charges?|finance charges?|charges?)\b/i, 'interest'],
  [/\b(?:principal|capital|reduction)\b/i, 'principal'],
  [/\b(?:re)?payments?\b|\binstal?lments?\b|\brentals?\b|\bdirect debits?\b/i, 'payment'],
];

/** The role that a column's name states; null for another figure, undefined for a name that states nothing. */
export function roleNamed(name: string): ColumnRole | null | undefined {
  return NAMES.find(([pattern]) => pattern.test(name))?.[1];
}

/** The balance that a payment begins with. */
export const isOpeningName = (name: string): boolean =>
  /\b(?:opening|beginning|starting)\b|\b(?:balance|owing) before\b/i.test(name);

export const isGstName = (name: string): boolean =>
  /\bgst\b/i.test(name) && !/\b(?:incl|excl|ex|inc)/i.test(name);
