/** The dealer's invoice: asset, charges, trade-in and deposit. */
import { PlusIcon, TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link } from 'wouter';
import { withoutGst } from '../../domain/gst/gst-on-charges.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { CHARGE_KINDS, CHARGE_LABELS, type ChargeKind } from '../../domain/purchase/purchase-facts.ts';
import type { ScheduleSummary } from '../data/answers.ts';
import { payoutPath } from '../data/paths.ts';
import { DateField } from '../ui/date-field.tsx';
import { Field } from '../ui/field.tsx';
import { Flag } from '../ui/flag.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { FormErrors } from '../ui/use-submit.ts';
import { accountName, type LedgerAccount } from './account-fields.ts';
import { type AccountFor, type DraftCharge, emptyCharge, type PurchaseDraft } from './purchase-draft.ts';

const ASSETS = [
  {
    value: 'car',
    label: 'Car',
    hint: 'Built to carry passengers, a load under one tonne and fewer than nine people. Its GST credit has a limit.',
  },
  { value: 'vehicle', label: 'Other vehicle', hint: 'A truck, a van or ute for goods, a motorcycle.' },
  { value: 'other', label: 'Other asset', hint: 'Machinery, equipment.' },
] as const;

const TAXES = [
  { value: 'usual', label: 'As usual for the kind' },
  { value: 'CAPEXINPUT', label: 'GST on Capital' },
  { value: 'INPUT', label: 'GST on Expenses' },
  { value: 'EXEMPTEXPENSES', label: 'GST Free Expenses' },
  { value: 'BASEXCLUDED', label: 'BAS Excluded' },
] as const;

/** The kinds that go to the asset's account unless another one is chosen. */
const ON_ASSET: ReadonlySet<ChargeKind> = new Set(['accessory', 'delivery', 'stamp-duty', 'luxury-car-tax']);

const MAX_CHARGES = 50;

export interface PurchaseFieldsProps {
  readonly draft: PurchaseDraft;
  readonly errors: FormErrors;
  /** The accounts that a journal can be posted to. */
  readonly accounts: readonly LedgerAccount[];
  readonly usual: AccountFor;
  /** The entity's other schedules. */
  readonly others: readonly ScheduleSummary[];
  readonly entityId: string;
  readonly onChange: (change: Partial<PurchaseDraft>) => void;
}

export function PurchaseFields(props: PurchaseFieldsProps) {
  const { draft, errors, onChange } = props;
  return (
    <>
      <AssetFields {...props} />
      <Charges {...props} />
      <TradeInFields {...props} />
      <fieldset className="field-group">
        <legend className="field-label">
          Deposit paid <span className="field-optional">(optional)</span>
        </legend>
        <div className="form-row">
          <Amount
            label="Deposit"
            value={draft.deposit}
            error={errors['deposit.amount']}
            onChange={(deposit) => onChange({ deposit })}
          />
          <AccountField
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

function AssetFields(props: PurchaseFieldsProps) {
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
        <Amount
          label="Price"
          hint={priceHint(draft)}
          value={draft.price}
          error={errors['asset.price']}
          isRequired
          onChange={(price) => onChange({ price })}
        />
        <AccountField
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
          <Amount
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
  return `With GST: ${formatMoney(withoutGst(amount))} without. Is it without GST? Then enter ${formatMoney(withGst)}.`;
}

function Charges(props: PurchaseFieldsProps) {
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
            <Amount
              label={`Amount of charge ${index + 1}`}
              value={charge.amount}
              error={errors[`charges.${index}.amount`]}
              isRequired
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
            <AccountField
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

function TradeInFields(props: PurchaseFieldsProps) {
  const { draft, errors, others, entityId, onChange } = props;
  const hasTradeIn = draft.tradeIn !== '';
  return (
    <fieldset className="field-group">
      <legend className="field-label">
        Trade-in <span className="field-optional">(optional)</span>
      </legend>
      <div className="form-row">
        <Amount
          label="Trade-in"
          value={draft.tradeIn}
          error={errors['tradeIn.amount']}
          onChange={(tradeIn) => onChange({ tradeIn })}
        />
        {hasTradeIn && (
          <AccountField
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
            <Amount
              label="Payout of its finance"
              hint="Paid by the dealer to the old financier."
              value={draft.payout}
              error={errors['tradeIn.payout.amount']}
              onChange={(payout) => onChange({ payout })}
            />
            {draft.payout !== '' && (
              <AccountField
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
                  <Link
                    href={payoutPath(
                      { entityId, scheduleId: draft.payoutScheduleId },
                      { figure: draft.payout, settledFrom: draft.payoutAccountId },
                    )}
                  >
                    Record a payout
                  </Link>{' '}
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

interface AmountProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly isRequired?: boolean;
  readonly onChange: (value: string) => void;
}

function Amount({ label, hint, value, error, isRequired = false, onChange }: AmountProps) {
  return (
    <Field label={label} hint={hint} error={error} required={isRequired}>
      {(control) => <MoneyInput {...control} value={value} onChange={onChange} />}
    </Field>
  );
}

interface AccountFieldProps extends Pick<PurchaseFieldsProps, 'accounts' | 'errors'> {
  readonly label: string;
  readonly hint?: string;
  readonly field: string;
  /** The choice without an account of its own; omitted: one is to be chosen. */
  readonly none?: string | undefined;
  readonly value: string;
  readonly onChoose: (accountId: string) => void;
}

function AccountField({ accounts, errors, label, hint, field, none, value, onChoose }: AccountFieldProps) {
  const known = accounts.map((account) => ({ value: account.id, label: accountName(account) }));
  const choices = none === undefined ? known : [{ value: 'none', label: none }, ...known];
  return (
    <SelectField
      label={label}
      hint={hint}
      error={errors[field]}
      choices={choices}
      value={value === '' && none !== undefined ? 'none' : value}
      onChange={(id) => onChoose(id === 'none' ? '' : id)}
    />
  );
}
