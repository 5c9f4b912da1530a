/** Xero's tracking: the options of tracking categories that lines of documents are assigned to. */
import type { AccountClass } from '../gst/tax-types.ts';

/** An option of a tracking category, by Xero's ids. */
export interface TrackingOption {
  readonly categoryId: string;
  readonly optionId: string;
}

export const MAX_TRACKING = 2;

/** `profit-and-loss`: the lines of income and expense; `all`: those of liabilities and assets as well. */
export const TRACKED_LINES = ['profit-and-loss', 'all'] as const;

export type TrackedLines = (typeof TRACKED_LINES)[number];

const EXPENSE_ROLES: ReadonlySet<string> = new Set(['interestExpense', 'administrationFee']);

/**
 * Whether a line is assigned to the options. Interest and fees always are.
 * @param role a role of a document's line
 * @param accountClass of the line's account; undefined where it isn't known
 */
export const isTracked = (
  lines: TrackedLines,
  role: string,
  accountClass: AccountClass | undefined,
): boolean =>
  lines === 'all' ||
  EXPENSE_ROLES.has(role) ||
  (role === 'other' && (accountClass === 'EXPENSE' || accountClass === 'REVENUE'));

/** Identifies options, whatever their order. */
export const trackingKey = (options: readonly TrackingOption[] = []): string =>
  options
    .map(({ categoryId, optionId }) => `${categoryId} ${optionId}`)
    .toSorted()
    .join();

/** Returns the line with the ids of its options; without any it has no attribute. */
export const withTracking = <Line extends object>(line: Line, options: readonly TrackingOption[]): Line =>
  options.length === 0
    ? line
    : { ...line, tracking: options.map(({ categoryId, optionId }) => ({ categoryId, optionId })) };
