import { useState } from 'react';
import { FormDialog } from '../ui/dialog.tsx';
import { formatDollars } from '../ui/money.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { Loan } from './section-table.tsx';

export interface Reason {
  readonly scheduleId: string;
  readonly reason: string;
}

interface SignOffDialogProps {
  readonly title: string;
  /** The loans without a statement that agrees. */
  readonly open: readonly Loan[];
  readonly onSign: (reasons: readonly Reason[]) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks why each loan without a statement that agrees is signed off all the same. */
export function SignOffDialog({ title, open, onSign, onClose }: SignOffDialogProps) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const reasons = open.map(({ scheduleId }) => ({
    scheduleId,
    reason: (typed.get(scheduleId) ?? '').trim(),
  }));
  return (
    <FormDialog
      title={title}
      submit="Sign off"
      disabled={reasons.some(({ reason }) => reason === '')}
      onSubmit={async () => {
        await onSign(reasons);
        onClose();
      }}
      onClose={onClose}
    >
      <p className="card-text">Give a reason for each loan without a statement that agrees.</p>
      {open.map(({ scheduleId, description, statement }) => (
        <TextField
          key={scheduleId}
          label={description}
          hint={
            statement
              ? `The statement differs by ${formatDollars(statement.difference)}.`
              : 'There is no statement.'
          }
          required
          value={typed.get(scheduleId) ?? ''}
          onChange={(reason) => setTyped(new Map(typed).set(scheduleId, reason))}
        />
      ))}
    </FormDialog>
  );
}

/** Whether nothing explains that a statement differs, or is missing of a loan on which something is owed. */
export const isUnexplained = ({ statement, unstatedReason, owed }: Loan): boolean =>
  statement ? statement.difference !== 0 && !statement.reason : unstatedReason === null && owed !== 0;
