import { withoutGst } from '../../domain/gst/gst-on-charges.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { DateField } from '../ui/date-field.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { AccountChoice } from './account-choice.tsx';
import type { PurchaseDraft } from './purchase-draft.ts';
import type { PurchaseFieldsProps } from './fields-props.ts';

const ASSETS = [
  {
    value: 'car',
    label: 'Car',
    hint: 'Built to carry passengers, a load under one tonne and fewer than nine people. Its GST credit has a limit.',
  },
  { value: 'vehicle', label: 'Other vehicle', hint: 'A truck, a van or ute for goods, a motorcycle.' },
  { value: 'other', label: 'Other asset', hint: 'Machinery, equipment.' },
] as const;

/** The asset with its price and use, and the car limit where one is asked for. */
export function AssetFields(props: PurchaseFieldsProps) {
  const { draft, errors, onChange } = props;
  const needsLimit = errors['asset.carLimit'] !== undefined || draft.limit !== '';
  return (
    <>
      <RadioField
        label="Asset"
        choices={ASSETS}
        value={draft.kind}
        error={errors['asset.kind']}
        onChange={(kind) => onChange({ kind })}
      />
      <div className="form-row">
        <MoneyField
          label="Price"
          hint={priceHint(draft)}
          value={draft.price}
          error={errors['asset.price']}
          required
          onChange={(price) => onChange({ price })}
        />
        <AccountChoice
          {...props}
          label="Account of the asset"
          field="asset.accountId"
          value={draft.accountId}
          onChoose={(accountId) => onChange({ accountId })}
        />
      </div>
      <div className="form-row">
        <DateField
          label="First use"
          hint="Its year has the car limit."
          required
          error={errors['asset.firstUse']}
          value={draft.firstUse}
          onChange={(firstUse) => onChange({ firstUse })}
        />
        <Field label="Business use, %" error={errors['asset.businessUse']} required>
          {(control) => (
            <input
              {...control}
              className="input input-number"
              inputMode="decimal"
              autoComplete="off"
              maxLength={6}
              value={draft.businessUse}
              onChange={({ currentTarget }) => onChange({ businessUse: currentTarget.value })}
            />
          )}
        </Field>
      </div>
      {needsLimit && (
        <div className="form-row">
          <MoneyField
            label="Car limit"
            value={draft.limit}
            error={errors['asset.carLimit'] ?? errors['asset.carLimit.amount']}
            onChange={(limit) => onChange({ limit })}
          />
          <TextField
            label="Source of the car limit"
            error={errors['asset.carLimit.source']}
            value={draft.limitSource}
            onChange={(limitSource) => onChange({ limitSource })}
          />
        </div>
      )}
      <Flag
        label="The price has GST"
        hint="Off: from a private seller, or GST-free."
        checked={draft.gst}
        disabled={!draft.registered}
        onChange={(gst) => onChange({ gst })}
      />
    </>
  );
}

/** The price with GST and without, so that a price typed without GST shows. */
function priceHint({ price, gst, registered }: PurchaseDraft): string {
  const amount = parseMoneyInput(price);
  if (amount === undefined || !gst || !registered) return 'As on the invoice.';
  const withGst = cents(Math.round((amount * 11) / 10));
  return `${formatMoney(withoutGst(amount))} without GST. If the invoice states the price without GST, enter ${formatMoney(withGst)}.`;
}
