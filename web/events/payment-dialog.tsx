import { PaidLateDialog } from './paid-late-dialog.tsx';
import { PartsDialog } from './parts-dialog.tsx';
import { ReversalDialog } from './reversal-dialog.tsx';
import type { DialogAction } from './dialog-action.ts';
import type { ScheduleParams, SchedulePayment } from '../data/answers.ts';

interface PaymentDialogProps extends DialogAction {
  readonly params: ScheduleParams;
  readonly onChanged: (payments: readonly SchedulePayment[]) => void;
  readonly onClose: () => void;
}

/** The dialog of an action on a payment. */
export function PaymentDialog({ action, ...props }: PaymentDialogProps) {
  if (action === 'paid-late') return <PaidLateDialog {...props} />;
  return action === 'parts' ? <PartsDialog {...props} /> : <ReversalDialog {...props} />;
}
