import { payoutPath } from '../data/paths.ts';
import { Flag } from '../ui/flag.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { SideTripLink } from '../ui/side-trip-link.tsx';
import { AccountChoice } from './account-choice.tsx';
import type { PurchaseFieldsProps } from './fields-props.ts';

/** The trade-in, and the payout of its finance by the dealer. */
export function TradeInFields(props: PurchaseFieldsProps) {
  const { draft, errors, others, entityId, onChange } = props;
  const hasTradeIn = draft.tradeIn !== '';
  return (
    <fieldset className="field-group">
      <legend className="field-label">
        Trade-in <span className="field-optional">(optional)</span>
      </legend>
      <div className="form-row">
        <MoneyField
          label="Trade-in"
          value={draft.tradeIn}
          error={errors['tradeIn.amount']}
          onChange={(tradeIn) => onChange({ tradeIn })}
        />
        {hasTradeIn && (
          <AccountChoice
            {...props}
            label="Account of the proceeds"
            field="tradeIn.accountId"
            value={draft.tradeInAccountId}
            onChoose={(tradeInAccountId) => onChange({ tradeInAccountId })}
          />
        )}
      </div>
      {hasTradeIn && (
        <>
          <Flag
            label="The trade-in was a business asset"
            hint="GST is payable on all of it. Off: a private asset."
            checked={draft.tradeInTaxable}
            disabled={!draft.registered}
            onChange={(tradeInTaxable) => onChange({ tradeInTaxable })}
          />
          <div className="form-row">
            <MoneyField
              label="Payout of its finance"
              hint="Paid by the dealer to the old financier."
              value={draft.payout}
              error={errors['tradeIn.payout.amount']}
              onChange={(payout) => onChange({ payout })}
            />
            {draft.payout !== '' && (
              <AccountChoice
                {...props}
                label="Clearing account of the payout"
                field="tradeIn.payout.accountId"
                value={draft.payoutAccountId}
                onChoose={(payoutAccountId) => onChange({ payoutAccountId })}
              />
            )}
          </div>
          {draft.payout !== '' && others.length > 0 && (
            <>
              <SelectField
                label="The loan that was paid out"
                choices={[
                  { value: 'none', label: 'Not in Paydown' },
                  ...others.map(({ id, description }) => ({ value: id, label: description })),
                ]}
                error={errors['tradeIn.payout.scheduleId']}
                value={draft.payoutScheduleId === '' ? 'none' : draft.payoutScheduleId}
                onChange={(id) => onChange({ payoutScheduleId: id === 'none' ? '' : id })}
              />
              {draft.payoutScheduleId !== '' && (
                <p className="card-text">
                  <SideTripLink
                    href={payoutPath(
                      { entityId, scheduleId: draft.payoutScheduleId },
                      { figure: draft.payout, settledFrom: draft.payoutAccountId },
                    )}
                  >
                    Record a payout
                  </SideTripLink>{' '}
                  of it too, paid from the same clearing account.
                </p>
              )}
            </>
          )}
        </>
      )}
    </fieldset>
  );
}
