import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { CHARGE_KINDS, CHARGE_LABELS, type ChargeKind } from '../../domain/purchase/purchase-facts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { taxName } from '../ui/tax-name.ts';
import { TextField } from '../ui/text-field.tsx';
import { AccountChoice } from './account-choice.tsx';
import { type DraftCharge, emptyCharge } from './purchase-draft.ts';
import type { PurchaseFieldsProps } from './fields-props.ts';

const TAXES = [
  { value: 'usual', label: 'As usual for the kind' },
  ...['CAPEXINPUT', 'INPUT', 'EXEMPTEXPENSES', 'BASEXCLUDED'].map((taxType) => ({
    value: taxType,
    label: taxName(taxType),
  })),
];

/** The kinds that go to the asset's account unless another one is chosen. */
const ON_ASSET: ReadonlySet<ChargeKind> = new Set(['accessory', 'delivery', 'stamp-duty', 'luxury-car-tax']);

const MAX_CHARGES = 50;

/** The charges of the invoice, each with its account and tax rate. */
export function ChargeFields(props: PurchaseFieldsProps) {
  const { draft, errors, usual, onChange } = props;
  const { charges } = draft;
  const set = (index: number, changed: Partial<DraftCharge>): void =>
    onChange({ charges: charges.map((one, at) => (at === index ? { ...one, ...changed } : one)) });
  const next = CHARGE_KINDS.find((kind) => charges.every((one) => one.kind !== kind)) ?? 'other';
  return (
    <fieldset className="field-group">
      <legend className="field-label">
        Charges <span className="field-optional">(optional)</span>
      </legend>
      {charges.map((charge, index) => (
        <fieldset key={charge.key} className="field-group purchase-charge">
          <legend className="visually-hidden">Charge {index + 1}</legend>
          <div className="form-row">
            <SelectField
              label={`Charge ${index + 1}`}
              choices={CHARGE_KINDS.map((kind) => ({ value: kind, label: CHARGE_LABELS[kind] }))}
              error={errors[`charges.${index}.kind`]}
              value={charge.kind}
              onChange={(kind) => set(index, { kind, ...usual(kind) })}
            />
            <MoneyField
              label={`Amount of charge ${index + 1}`}
              value={charge.amount}
              error={errors[`charges.${index}.amount`]}
              required
              onChange={(amount) => set(index, { amount })}
            />
          </div>
          <TextField
            label={`Text of charge ${index + 1}`}
            optional
            error={errors[`charges.${index}.text`]}
            value={charge.text}
            onChange={(text) => set(index, { text })}
          />
          <div className="form-row">
            <AccountChoice
              {...props}
              label={`Account of charge ${index + 1}`}
              field={`charges.${index}.accountId`}
              none={ON_ASSET.has(charge.kind) ? 'The account of the asset' : undefined}
              value={charge.accountId}
              onChoose={(accountId) => set(index, { accountId })}
            />
            <SelectField
              label={`Tax rate of charge ${index + 1}`}
              choices={TAXES}
              error={errors[`charges.${index}.taxType`]}
              value={TAXES.find(({ value }) => value === charge.taxType)?.value ?? 'usual'}
              onChange={(taxType) => set(index, { taxType: taxType === 'usual' ? '' : taxType })}
            />
          </div>
          <IconButton
            icon={TrashIcon}
            label={`Remove charge ${index + 1}`}
            size="small"
            hint="none"
            onClick={() => onChange({ charges: charges.toSpliced(index, 1) })}
          />
        </fieldset>
      ))}
      {charges.length < MAX_CHARGES && (
        <div>
          <Button
            size="small"
            leadingVisual={PlusIcon}
            onClick={() => onChange({ charges: [...charges, emptyCharge(next, usual)] })}
          >
            Add charge
          </Button>
        </div>
      )}
    </fieldset>
  );
}
