import { BALLOON_DUES, type BalloonDue } from '../../domain/amortisation/stated-balloon.ts';
import type { Cents } from '../../domain/money.ts';
import { HelpLink } from '../help/help-link.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { amountOfPercent, balloonDueOf, type BalloonDraft } from './balloon.ts';

interface BalloonFieldsProps {
  readonly draft: BalloonDraft;
  /** Of which a balloon in percent becomes an amount when the field is left. */
  readonly loanAmount: Cents | undefined;
  readonly isInAdvance: boolean;
  readonly onChange: (change: Partial<BalloonDraft>) => void;
}

const LABELS: Readonly<Record<BalloonDue, string>> = {
  'with-last': 'With the last payment',
  'period-later': 'One period later',
};

/** A balloon and its date, below the rows of payment terms that it is added to. */
export function BalloonFields({ draft, loanAmount, isInAdvance, onChange }: BalloonFieldsProps) {
  return (
    <div className="form-row">
      <MoneyField
        label="Balloon"
        hint={
          <>
            Or residual, besides the payments: an amount, or a share of the loan such as 20 %.{' '}
            <HelpLink page="balloons">About balloons</HelpLink>
          </>
        }
        optional
        convert={(text) => amountOfPercent(text, loanAmount)}
        value={draft.balloon}
        onChange={(balloon) => onChange({ balloon })}
      />
      <SelectField
        label="Due"
        choices={BALLOON_DUES.map((due) => ({ value: due, label: LABELS[due] }))}
        value={balloonDueOf(draft, isInAdvance)}
        onChange={(balloonDue) => onChange({ balloonDue })}
      />
    </div>
  );
}
