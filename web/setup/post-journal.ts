/** Posts an opening journal, and asks before it replaces one. */
import { call } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { ApiError } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import type { journalBody } from './journal-lines.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { xeroTexts } from '../xero/texts.ts';

const PURCHASE = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase';

/** Asks before a posted journal is replaced. */
export async function confirmReplacement({ openingBalanceJournalId }: Schedule): Promise<boolean> {
  if (openingBalanceJournalId === null) return true;
  return confirm({
    title: 'Replace the posted journal?',
    body: 'This schedule’s opening balances journal in Xero will be voided and replaced by this one.',
    action: 'Replace',
  });
}

/**
 * Posts the journal. A refused replacement may have left no journal in Xero, so the schedule is read again after a
 * failure too, and what follows from the purchase where that was changed elsewhere.
 */
export async function postJournal(
  params: ScheduleParams,
  body: ReturnType<typeof journalBody>,
): Promise<void> {
  const route = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal';
  try {
    const { openingBalanceJournalXeroUrl } = await call(route, { params, body });
    toast.success(xeroTexts.journalPosted);
    if (!openingBalanceJournalXeroUrl) toast.error(xeroTexts.journalUrl);
  } catch (error) {
    void refreshAfter(route, { params });
    const isOtherPurchase = error instanceof ApiError && error.problem.code === 'purchase/changed';
    if (isOtherPurchase) void refreshAfter(PURCHASE, { params });
    throw error;
  }
  await refreshAfter(route, { params });
}
