import { TrashIcon } from '@primer/octicons-react';
import { useMay } from '../data/account.ts';
import { change } from '../data/change.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { confirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/dates.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { CHANGE_LABELS, dateOfChange, describeChange, type RecordedChange } from './changes.ts';
import { registerTexts } from './texts.ts';
import type { Register } from './types.ts';

const COLUMNS: readonly Column[] = [
  { label: 'Date' },
  { label: 'Change' },
  { label: 'Note' },
  { label: 'Recorded by' },
];

interface ChangesTableProps {
  readonly params: RegisterParams;
  readonly register: Register;
}

/** The recorded changes, the newest first. Of a spread it alone can be deleted. */
export function ChangesTable({ params, register }: ChangesTableProps) {
  const mayDelete = useMay('reverse postings') && register.status !== 'archived';
  const remove = useAction(
    async (recorded: RecordedChange) => {
      const isSure = await confirm({
        title: 'Delete the change?',
        body: 'The entries are worked out without it again. It is refused while an entry that depends on it is in Xero.',
        action: 'Delete',
        danger: true,
      });
      if (!isSure) return;
      await change('DELETE /v1/entities/{entityId}/registers/{registerId}/changes/{number}', {
        params: { ...params, number: String(recorded.number) },
      });
      toast.success(registerTexts.changeDeleted);
    },
    (error) => toast.failure(error, registerTexts.deleteChange),
  );
  const changes: readonly RecordedChange[] = register.changes.toReversed();
  if (changes.length === 0) return null;
  return (
    <div className="card">
      <h2 className="register-heading">{register.kind === 'spread' ? 'Changes' : 'Repayments'}</h2>
      <Table
        label={register.kind === 'spread' ? 'Changes' : 'Repayments'}
        columns={[...COLUMNS, mayDelete && { label: 'Delete', kind: 'options' }]}
        className="table-stack"
      >
        <tbody>
          {changes.map((recorded, index) => (
            <tr key={recorded.number}>
              <td className="date">{showDate(dateOfChange(recorded))}</td>
              <td data-label="Change">
                {CHANGE_LABELS[recorded.kind]}
                <span className="cell-detail">{describeChange(recorded)}</span>
              </td>
              <td data-label="Note">{recorded.note || '–'}</td>
              <td data-label="Recorded by">{recorded.createdBy.name}</td>
              {mayDelete && (
                <td className="options">
                  {(index === 0 || register.kind === 'division-7a') && (
                    <IconButton
                      icon={TrashIcon}
                      size="small"
                      label={`Delete change ${recorded.number}`}
                      hint="left"
                      disabled={remove.isBusy}
                      onClick={() => remove.start(recorded)}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
