import { BALLOON_DUES, type BalloonDue } from '../../domain/amortisation/stated-balloon.ts';
import { HelpLink } from '../help/help-link.tsx';
import { Field } from '../ui/field.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { balloonDueOf, type BalloonDraft } from './balloon.ts';

interface BalloonFieldsProps {
  readonly draft: BalloonDraft;
  readonly isInAdvance: boolean;
  readonly isReadOnly?: boolean;
  readonly onChange: (change: Partial<BalloonDraft>) => void;
}

const LABELS: Readonly<Record<BalloonDue, string>> = {
  'with-last': 'With the last payment',
  'period-later': 'One period later',
};

/** A balloon and its date, below the rows of payment terms that it is added to. */
export function BalloonFields({ draft, isInAdvance, isReadOnly = false, onChange }: BalloonFieldsProps) {
  return (
    <div className="form-row">
      <Field
        label="Balloon"
        hint={
          <>
            Or residual, besides the payments. <HelpLink page="balloons">About balloons</HelpLink>
          </>
        }
        optional
      >
        {(control) => (
          <MoneyInput
            {...control}
            readOnly={isReadOnly}
            value={draft.balloon}
            onChange={(balloon) => onChange({ balloon })}
          />
        )}
      </Field>
      <SelectField
        label="Due"
        disabled={isReadOnly}
        choices={BALLOON_DUES.map((due) => ({ value: due, label: LABELS[due] }))}
        value={balloonDueOf(draft, isInAdvance)}
        onChange={(balloonDue) => onChange({ balloonDue })}
      />
    </div>
  );
}
