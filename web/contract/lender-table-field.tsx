import { counted } from '../data/counted.ts';
import { Field } from '../ui/field.tsx';

interface LenderTableFieldProps {
  /** The table as it was pasted. */
  readonly text: string;
  /** The rows that were read, or the reason why they can't be. */
  readonly read: { readonly count?: number | undefined; readonly problem?: string | undefined };
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
}

/** The lender's table as text, pasted from a spreadsheet or typed; what it amounts to shows in the preview. */
export function LenderTableField({ text, read, error, isReadOnly, onChange }: LenderTableFieldProps) {
  const { count, problem } = read;
  const isStarted = text.trim() !== '';
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
            value={text}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          />
          {count !== undefined && <p className="field-hint">{counted(count, 'payment')}</p>}
        </>
      )}
    </Field>
  );
}
