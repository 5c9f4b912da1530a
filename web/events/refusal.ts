/** The changes that a schedule can have. */
import { kindOf } from '../../domain/event-kinds/kinds.ts';
import type { Schedule } from '../data/answers.ts';
import { today } from '../ui/dates.ts';
import { KIND_ORDER } from './kinds.ts';
import { eventTexts } from './texts.ts';
import type { ChangeKind } from './types.ts';

/** Returns why no change can be recorded; undefined if one can. */
export function refusalOfChange({ archived, status, endDate }: Schedule): string | undefined {
  if (archived) return eventTexts.archived;
  if (status !== 'paid-out') return undefined;
  return endDate < today() ? eventTexts.paidOut : eventTexts.payoutComing;
}

/** Returns the kinds of changes that a schedule can have: a lender's own table can't be computed again. */
export const kindsFor = ({
  interestRateImplied,
}: Pick<Schedule, 'interestRateImplied'>): readonly ChangeKind[] =>
  KIND_ORDER.filter((kind) => !interestRateImplied || kindOf({ kind }).fitsTable);
