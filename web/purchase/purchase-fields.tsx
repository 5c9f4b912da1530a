import { Flag } from '../ui/flag.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { AccountChoice } from './account-choice.tsx';
import { AssetFields } from './asset-fields.tsx';
import { ChargeFields } from './charge-fields.tsx';
import type { PurchaseFieldsProps } from './fields-props.ts';
import { TradeInFields } from './trade-in-fields.tsx';

/** The dealer's invoice: asset, charges, trade-in and deposit. */
export function PurchaseFields(props: PurchaseFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <AssetFields {...props} />
      <ChargeFields {...props} />
      <TradeInFields {...props} />
      <fieldset className="field-group">
        <legend className="field-label">
          Deposit paid <span className="field-optional">(optional)</span>
        </legend>
        <div className="form-row">
          <MoneyField
            label="Deposit"
            value={draft.deposit}
            error={errors['deposit.amount']}
            onChange={(deposit) => onChange({ deposit })}
          />
          <AccountChoice
            {...props}
            label="Account of the deposit"
            hint="The account that the deposit was coded to when it was paid."
            field="deposit.accountId"
            value={draft.depositAccountId}
            onChoose={(depositAccountId) => onChange({ depositAccountId })}
          />
        </div>
      </fieldset>
      <Flag
        label="Registered for GST"
        hint="Without it no line has GST, and nothing is claimed."
        checked={draft.registered}
        disabled={false}
        onChange={(registered) => onChange({ registered })}
      />
    </>
  );
}
