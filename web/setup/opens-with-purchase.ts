import type { ScheduleSummary } from '../data/answers.ts';

/** Whether the opening journal of a loan takes the lines of its purchase: it has one and is opened at its start. */
export const opensWithPurchase = (
  { hasPurchase, startDate }: Pick<ScheduleSummary, 'hasPurchase' | 'startDate'>,
  openingDate: string,
): boolean => hasPurchase && openingDate <= startDate;
