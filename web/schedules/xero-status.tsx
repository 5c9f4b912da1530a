import { Label } from '@primer/react';
import type { ScheduleSummary } from '../data/answers.ts';
import { showDate, today } from '../ui/dates.ts';

const TEXTS = {
  'not-connected': 'Not connected',
  incomplete: 'Setup incomplete',
  manual: 'Manual',
  auto: 'Auto',
} as const;

/** How a schedule stands with Xero, in a word or two. */
export function xeroStatus({ xeroSetup, overdueCount }: ScheduleSummary): string {
  return overdueCount > 0 ? `${overdueCount} to post` : TEXTS[xeroSetup];
}

/** The state of a contract, in a word or two. A payout to come has not paid it out yet. */
export function contractStatus(schedule: Pick<ScheduleSummary, 'archived' | 'status' | 'endDate'>): string {
  return schedule.archived ? 'Archived' : (payoutOf(schedule) ?? 'Active');
}

/** Returns whether a contract is paid out, or when it will be; null without a payout. */
export function payoutOf({ status, endDate }: Pick<ScheduleSummary, 'status' | 'endDate'>): string | null {
  if (status !== 'paid-out') return null;
  return endDate < today() ? 'Paid out' : `Payout on ${showDate(endDate)}`;
}

export function XeroStatus({ schedule }: { readonly schedule: ScheduleSummary }) {
  const text = xeroStatus(schedule);
  if (schedule.overdueCount > 0) return <Label variant="danger">{text}</Label>;
  if (schedule.xeroSetup === 'not-connected') return <span className="muted">{text}</span>;
  if (schedule.xeroSetup === 'incomplete') return <Label variant="attention">{text}</Label>;
  return <Label variant="success">{text}</Label>;
}
