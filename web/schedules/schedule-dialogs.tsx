import type { Schedule, ScheduleParams, SchedulePayment } from '../data/answers.ts';
import type { DialogAction } from '../events/dialog-action.ts';
import type { DeviatingDocument } from '../posting/accept-document.ts';
import { deferred } from '../ui/deferred.tsx';
import type { Selection } from '../posting/selection.ts';
import type { PaymentSync } from './sync-payments.ts';

const SyncReview = deferred(async () => (await import('./sync-review.tsx')).SyncReview);
const AcceptDialog = deferred(async () => (await import('../posting/accept-dialog.tsx')).AcceptDialog);
const PaymentDialog = deferred(async () => (await import('../events/payment-dialog.tsx')).PaymentDialog);

/** The dialog that is open: the review of what is selected, the acceptance of a document, or a change of a payment. */
export type ScheduleDialog =
  | { readonly kind: 'review' }
  | { readonly kind: 'accept'; readonly document: DeviatingDocument }
  | ({ readonly kind: 'payment' } & DialogAction);

interface ScheduleDialogsProps {
  readonly dialog: ScheduleDialog | null;
  readonly params: ScheduleParams;
  readonly schedule: Schedule;
  readonly selection: Selection;
  readonly sync: PaymentSync;
  readonly onChanged: (payments: readonly SchedulePayment[]) => void;
  readonly onClose: () => void;
}

export function ScheduleDialogs(props: ScheduleDialogsProps) {
  const { dialog, params, schedule, selection, sync, onChanged, onClose } = props;
  if (dialog?.kind === 'accept') {
    return <AcceptDialog params={params} document={dialog.document} onClose={onClose} />;
  }
  if (dialog?.kind === 'payment') {
    const { action, payment } = dialog;
    return (
      <PaymentDialog
        action={action}
        payment={payment}
        params={params}
        onChanged={onChanged}
        onClose={onClose}
      />
    );
  }
  if (dialog === null || selection.ids.size === 0) return null;
  return (
    <SyncReview
      params={params}
      payments={schedule.schedulePayments}
      ids={selection.ids}
      bankAccountId={schedule.xeroAccount.bankAccountId}
      onConfirm={(ids, decisions) => {
        onClose();
        sync.start(ids, decisions);
      }}
      onClose={onClose}
    />
  );
}
