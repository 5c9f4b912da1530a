import { MAX_CONTRACT_NUMBER_LENGTH, MAX_NOTES_LENGTH } from '../../domain/contract/contract-kinds.ts';
import { Field } from '../ui/field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import type { Draft } from './draft.ts';

interface ContractDetailsProps {
  readonly draft: Draft;
  readonly errors: FormErrors;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** Optional fields; open where there is anything in them. */
export function ContractDetails({ draft, errors, isReadOnly, onChange }: ContractDetailsProps) {
  const { contractNumber, asset, notes } = draft;
  const isFilled = [contractNumber, asset, notes].some((value) => value !== '');
  return (
    <details className="contract-details" open={isFilled || undefined}>
      <summary>Contract details</summary>
      <div className="contract-fields">
        <div className="form-row">
          <TextField
            label="Contract number"
            hint="Starts the reference of each document in Xero."
            error={errors['contractNumber']}
            maxLength={MAX_CONTRACT_NUMBER_LENGTH}
            readOnly={isReadOnly}
            value={contractNumber}
            onChange={(value) => onChange({ contractNumber: value })}
          />
        </div>
        <TextField
          label="Asset"
          error={errors['asset']}
          readOnly={isReadOnly}
          value={asset}
          onChange={(value) => onChange({ asset: value })}
        />
        <Field label="Notes" error={errors['notes']}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={3}
              maxLength={MAX_NOTES_LENGTH}
              readOnly={isReadOnly}
              value={notes}
              onChange={({ currentTarget }) => onChange({ notes: currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </details>
  );
}
