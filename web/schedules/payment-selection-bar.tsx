import { Button } from '@primer/react';
import { counted } from '../data/counted.ts';
import type { SchedulePayment } from '../data/answers.ts';
import { bankAmountOf } from '../posting/bank-amount.ts';
import { PostingBar } from '../posting/posting-bar.tsx';
import type { Selection } from '../posting/selection.ts';
import { formatDollars } from '../ui/money.tsx';
import { SelectionBar } from '../ui/selection-bar.tsx';
import type { PaymentSync } from './sync-payments.ts';

interface PaymentSelectionBarProps {
  readonly payments: readonly SchedulePayment[];
  readonly selection: Selection;
  readonly sync: PaymentSync;
  readonly onSync: () => void;
}

/** The number of chosen payments, or the progress of their sync. */
export function PaymentSelectionBar({ payments, selection, sync, onSync }: PaymentSelectionBarProps) {
  const chosen = payments.filter(({ id }) => selection.ids.has(id));
  const fees = bankAmountOf(chosen.map(({ administrationFee }) => ({ payments: 0, administrationFee })));
  const text = (
    <>
      {counted(chosen.length, 'payment')}
      <span className="wide-only"> selected</span> · {formatDollars(bankAmountOf(chosen))}
      {fees > 0 && <span className="muted"> incl. {formatDollars(fees)} fees</span>}
    </>
  );
  return (
    <PostingBar posting={sync}>
      {chosen.length > 0 && (
        <SelectionBar text={text} onClear={selection.clear}>
          <Button size="small" variant="primary" onClick={onSync}>
            Sync selected
          </Button>
        </SelectionBar>
      )}
    </PostingBar>
  );
}
