import { Label } from '@primer/react';
import type { ScheduleSummary } from '../data/answers.ts';

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

/** The state of a contract, in a word or two. */
export function contractStatus({ archived, status }: ScheduleSummary): string {
  if (archived) return 'Archived';
  return status === 'paid-out' ? 'Paid out' : 'Active';
}

export function XeroStatus({ schedule }: { readonly schedule: ScheduleSummary }) {
  const text = xeroStatus(schedule);
  if (schedule.overdueCount > 0) return <Label variant="danger">{text}</Label>;
  if (schedule.xeroSetup === 'not-connected') return <span className="muted">{text}</span>;
  if (schedule.xeroSetup === 'incomplete') return <Label variant="attention">{text}</Label>;
  return <Label variant="success">{text}</Label>;
}
