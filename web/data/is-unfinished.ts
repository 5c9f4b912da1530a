import type { ScheduleSummary } from './answers.ts';

/** Whether a loan waits for its set-up in Xero. */
export const isUnfinished = ({
  xeroSetup,
  archived,
}: Pick<ScheduleSummary, 'xeroSetup' | 'archived'>): boolean =>
  !archived && (xeroSetup === 'not-connected' || xeroSetup === 'incomplete');
