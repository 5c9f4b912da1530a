import { expireSession } from './checkout.ts';
import { rowOf } from './endpoint.ts';
import { subscriptionIdOf } from './invoices.ts';
import type { State, Transaction } from './state.ts';
import { announceTrialEnd, cancel, isEnded, itemOf, renew, tryInvoice } from './subscriptions.ts';

/** A scheduled action with its due time. */
interface Due {
  at: number;
  run: (tx: Transaction) => void;
}

/** Runs every due renewal, retry, cancellation and expiry at its own time. */
export function catchUp(state: State): void {
  const now = state.now();
  for (;;) {
    const next = state.transact(earliest);
    if (!next || next.at > now) return;
    state.transact((tx) => next.run(tx), next.at);
  }
}

/** Advances the simulator's clock and runs what becomes due. */
export function advance(state: State, seconds: number): void {
  state.transact((tx) => {
    const settings = tx.settings();
    tx.put('settings', { ...settings, ahead: settings.ahead + seconds });
  });
  catchUp(state);
}

function earliest(tx: Transaction): Due | undefined {
  const due = [...sessionsDue(tx), ...trialNoticesDue(tx), ...subscriptionsDue(tx), ...invoicesDue(tx)];
  return due.toSorted((a, b) => a.at - b.at)[0];
}

function sessionsDue(tx: Transaction): Due[] {
  const open = tx.all('sessions').filter(({ status }) => status === 'open');
  return open.map((session) => ({
    at: session.expires_at,
    run: (later) => void expireSession(later, session),
  }));
}

const NOTICE_SECONDS = 3 * 24 * 60 * 60;

/** The end of a trial is announced three days before it, and at the start of a shorter one. */
function trialNoticesDue(tx: Transaction): Due[] {
  return tx.all('subscriptions').flatMap((one) => {
    const { id, status, trial_end: end, trial_start: start } = one;
    if (status !== 'trialing' || end === null || tx.get('trialNotices', id)) return [];
    const at = Math.max(end - NOTICE_SECONDS, start ?? 0);
    return [{ at, run: (later: Transaction) => announceTrialEnd(later, one) }];
  });
}

function subscriptionsDue(tx: Transaction): Due[] {
  const running = tx.all('subscriptions').filter((one) => !isEnded(one));
  return running.map((one) => {
    const { current_period_end: periodEnd } = itemOf(one);
    return one.cancel_at !== null && one.cancel_at <= periodEnd
      ? { at: one.cancel_at, run: (later) => void cancel(later, one) }
      : { at: periodEnd, run: (later) => void renew(later, one) };
  });
}

function invoicesDue(tx: Transaction): Due[] {
  return tx.all('invoices').flatMap((invoice) => {
    if (invoice.next_payment_attempt === null) return [];
    const run = (later: Transaction) =>
      tryInvoice(later, rowOf(later, 'subscriptions', subscriptionIdOf(invoice)), invoice);
    return [{ at: invoice.next_payment_attempt, run: (later) => void run(later) }];
  });
}
