import type { Schedule } from '../data/answers.ts';
import { eventTexts } from './texts.ts';

/** Returns why no change can be recorded; undefined if one can. */
export function refusalOfChange({ archived, status }: Schedule): string | undefined {
  if (archived) return eventTexts.archived;
  return status === 'paid-out' ? eventTexts.paidOut : undefined;
}
