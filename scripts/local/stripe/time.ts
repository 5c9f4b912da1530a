import { expireSession } from './checkout.ts';
import { openInvoices } from './invoices.ts';
import type { State, Transaction } from './state.ts';
import { cancel, isEnded, itemOf, renew, tryInvoice } from './subscriptions.ts';

/** Something that happens by itself once its time has come. */
interface Due {
  at: number;
  run: (tx: Transaction) => void;
}

/** Lets everything happen that was due by now, each at its own time: renewals, retries, cancellations, expiries. */
export function catchUp(state: State): void {
  const now = state.now();
  for (;;) {
    const next = state.transact(earliest);
    if (!next || next.at > now) return;
    state.transact((tx) => next.run(tx), next.at);
  }
}

/** Moves the simulator's clock ahead and lets happen what falls due. */
export function advance(state: State, seconds: number): void {
  state.transact((tx) => {
    const settings = tx.settings();
    tx.put('settings', { ...settings, ahead: settings.ahead + seconds });
  });
  catchUp(state);
}

function earliest(tx: Transaction): Due | undefined {
  const due = [...sessionsDue(tx), ...subscriptionsDue(tx)];
  return due.toSorted((a, b) => a.at - b.at)[0];
}

function sessionsDue(tx: Transaction): Due[] {
  const open = tx.all('sessions').filter(({ status }) => status === 'open');
  return open.map((session) => ({
    at: session.expires_at,
    run: (later) => void expireSession(later, session),
  }));
}

function subscriptionsDue(tx: Transaction): Due[] {
  const running = tx.all('subscriptions').filter((one) => !isEnded(one));
  return running.flatMap((subscription) => {
    const { current_period_end: periodEnd } = itemOf(subscription);
    const { cancel_at: cancelAt } = subscription;
    const end: Due =
      cancelAt !== null && cancelAt <= periodEnd
        ? { at: cancelAt, run: (later) => void cancel(later, subscription) }
        : { at: periodEnd, run: (later) => void renew(later, subscription) };
    const retries = openInvoices(tx, subscription.id).flatMap((invoice) =>
      invoice.next_payment_attempt === null
        ? []
        : [
            {
              at: invoice.next_payment_attempt,
              run: (later: Transaction) => void tryInvoice(later, subscription, invoice),
            },
          ],
    );
    return [end, ...retries];
  });
}
