import { Button } from '@primer/react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { DealPart } from '../../domain/amortisation/work-out.ts';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { Notice } from '../ui/notice.tsx';
import { missingPart, rateDifferenceOf, takesRest, workedOut } from './contract-rate.ts';
import type { Draft } from './draft.ts';
import { contractRateOf } from './rate-text.ts';

interface RateCheckProps {
  readonly draft: Draft;
  readonly isReadOnly: boolean;
  readonly areTermsFixed: boolean;
  readonly error: string | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
}

const PARTS: Readonly<Record<DealPart, string>> = {
  loanAmount: 'the loan amount',
  payment: 'the payment amount',
  qty: 'the number of payments',
  balloon: 'the balloon',
  contractRate: 'the rate',
  last: 'the last payment',
};

function hintOf(part: DealPart | null): string {
  if (part === null) {
    return 'Leave one empty: loan amount, payment amounts, number of payments of a row, balloon or rate.';
  }
  return part === 'last'
    ? 'Changes the last payment alone, so that the rate is exactly the contract’s.'
    : `Fills in ${PARTS[part]} from the other figures.`;
}

/** The contract's rate, compared with that of the terms; it works out the one figure that is missing. */
export function RateCheck({ draft, isReadOnly, areTermsFixed, error, onChange }: RateCheckProps) {
  const shown = useDeferredValue(draft);
  const difference = useMemo(() => rateDifferenceOf(shown), [shown]);
  const [choice, setChoice] = useState<boolean | null>(null);
  const lastTakesRest = takesRest(draft, choice);
  const part = useMemo(() => missingPart(shown, lastTakesRest), [shown, lastTakesRest]);
  const [failure, setFailure] = useState<{ readonly of: Draft; readonly text: string }>();
  const workItOut = (missing: DealPart): void => {
    const result = workedOut(draft, missing, lastTakesRest);
    if (typeof result === 'string') setFailure({ of: draft, text: result });
    else onChange(result);
  };
  const isWrong = contractRateOf(draft.contractRate) === undefined;
  return (
    <>
      <div className="form-row">
        <Field
          label="Contract rate"
          hint="Percent a year, as the contract states it. It checks the terms."
          error={error ?? (isWrong ? 'Enter a rate in percent, such as 7.95.' : undefined)}
          optional
        >
          {(control) => (
            <input
              {...control}
              className="input input-number"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              readOnly={isReadOnly}
              value={draft.contractRate}
              onChange={({ currentTarget }) => onChange({ contractRate: currentTarget.value })}
            />
          )}
        </Field>
        {!areTermsFixed && !draft.usesTable && (
          <div className="work-out">
            <Button disabled={part === null} onClick={() => part && workItOut(part)}>
              {part === 'last' ? 'Make it exact' : 'Work it out'}
            </Button>
            <p className="field-hint">{hintOf(part)}</p>
          </div>
        )}
      </div>
      {!areTermsFixed && !draft.usesTable && (
        <Flag
          label="The last payment takes the rest"
          hint="Works out a last payment of what is owed at it, at exactly the contract’s rate."
          checked={lastTakesRest}
          disabled={contractRateOf(draft.contractRate) === 0}
          onChange={setChoice}
        />
      )}
      <div role="status" className="rate-difference">
        {failure?.of === draft && <Notice tone="error">{failure.text}</Notice>}
        {difference !== null && <Notice tone="warning">{difference}</Notice>}
      </div>
    </>
  );
}
