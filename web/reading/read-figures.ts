/** Figures of a purchase that the lender's document of a new schedule states, kept until its purchase is saved. */
import { pathTo, paths } from '../data/paths.ts';
import type { ScheduleParams } from '../data/answers.ts';
import type { PurchaseField } from '../extraction/term-labels.ts';
import { draftKeyOf } from '../ui/drafts.ts';
import type { OpenDocument } from './open-document.ts';

export interface ReadFigure {
  readonly figure: PurchaseField;
  /** Dollars: `94490.00`. */
  readonly amount: string;
  /** `Page 1: Deposit $4,500.00`. */
  readonly source: string;
}

/**
 * Returns the figures of a document.
 * @param table the chosen one, where there are several
 */
export function figuresIn({ reading, pdf }: OpenDocument, table = 0): ReadFigure[] {
  const pageName = pdf === null ? 'Sheet' : 'Page';
  return (reading.tables[table]?.purchase ?? reading.purchase).map(({ figure, amount, place, text }) => ({
    figure,
    amount,
    source: `${pageName} ${place.page}: ${text}`,
  }));
}

/** The page returns from Xero's in between, so they are kept as drafts are. */
const keyOf = (params: ScheduleParams): string => `${draftKeyOf(pathTo(paths.purchase, params))} read`;

export function keepFigures(params: ScheduleParams, figures: readonly ReadFigure[]): void {
  if (figures.length > 0) sessionStorage.setItem(keyOf(params), JSON.stringify(figures));
}

export function keptFigures(params: ScheduleParams): readonly ReadFigure[] {
  return JSON.parse(sessionStorage.getItem(keyOf(params)) ?? '[]') as readonly ReadFigure[];
}

export function forgetFigures(params: ScheduleParams): void {
  sessionStorage.removeItem(keyOf(params));
}
