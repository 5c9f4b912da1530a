import { Field } from '../ui/field.tsx';
import { tableOf, type Draft } from './draft.ts';

interface LenderTableFieldProps {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** The lender's table as text, pasted from a spreadsheet or typed; what it amounts to shows in the preview. */
export function LenderTableField({ draft, error, isReadOnly, onChange }: LenderTableFieldProps) {
  const { table, problem } = tableOf(draft);
  const isStarted = draft.tableText.trim() !== '';
  return (
    <Field
      label="Lender’s payment table"
      hint="Date, payment, and interest or balance, in any order, with the column names in the first line."
      error={error ?? (isStarted ? problem : undefined)}
      required
    >
      {(control) => (
        <>
          <textarea
            {...control}
            className="input lender-table"
            rows={8}
            spellCheck={false}
            wrap="off"
            readOnly={isReadOnly}
            placeholder={'Date\tPayment\tInterest\tBalance\n31/3/2026\t1,000.00\t309.17\t49,309.17'}
            value={draft.tableText}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {table && (
            <p className="field-hint">{table.length === 1 ? '1 payment' : `${table.length} payments`}</p>
          )}
        </>
      )}
    </Field>
  );
}
