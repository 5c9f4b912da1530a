import { TrashIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import type { JournalTotals } from '../../domain/gst/tax.ts';
import type { LineAmountTypes } from '../../domain/gst/tax-types.ts';
import { cents, formatMoney, toCents, type Cents } from '../../domain/money.ts';
import { MAX_TEXT_LENGTH } from '../../domain/text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { MoneyInput } from '../ui/money-input.tsx';
import { accountName, type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';
import { optionsText } from '../posting/line-tracking.ts';
import {
  LONGEST_AMOUNT,
  ratesFor,
  visible,
  withDifference,
  type DraftLine,
  type Template,
} from './journal-lines.ts';
import { NO_BALANCES } from './no-balances.ts';
import { Table, type Column } from '../ui/table.tsx';

const COLUMNS: readonly Column[] = [
  { label: 'Description' },
  { label: 'Account' },
  { label: 'Tax rate' },
  { label: 'Debit', kind: 'number' },
  { label: 'Credit', kind: 'number' },
  { label: 'Remove', kind: 'options' },
];

interface JournalTableProps {
  readonly template: Template;
  readonly own: readonly DraftLine[];
  readonly accounts: readonly LedgerAccount[];
  readonly treatment: LineAmountTypes;
  readonly totals: JournalTotals | undefined;
  readonly onChange: (own: readonly DraftLine[]) => void;
}

/** The journal's lines: fixed ones from the schedule, then the user's own, then the totals. */
export function JournalTable({ template, own, accounts, treatment, totals, onChange }: JournalTableProps) {
  const fixed = visible(template.lineItems);
  return (
    <Table label="Journal lines" columns={COLUMNS} className="journal-table table-stack">
      <tbody>
        {fixed.length === 0 && (
          <tr>
            <td colSpan={COLUMNS.length}>{NO_BALANCES}</td>
          </tr>
        )}
        {fixed.map((line) => (
          <FixedRow key={line.description} line={line} accounts={accounts} template={template} />
        ))}
        {own.map((line, index) => (
          <OwnRow
            key={line.key}
            line={line}
            number={index + 1}
            accounts={accounts}
            rates={ratesFor(
              accounts.find(({ id }) => id === line.accountId),
              treatment,
              template.taxRates,
            )}
            onChange={(changed) => onChange(own.with(index, changed))}
            onRemove={() => onChange(own.toSpliced(index, 1))}
          />
        ))}
      </tbody>
      {totals && (
        <Totals
          totals={totals}
          treatment={treatment}
          onFill={() => onChange(withDifference(own, totals.outBy, treatment, template.taxRates))}
        />
      )}
    </Table>
  );
}

interface FixedRowProps {
  readonly line: Template['lineItems'][number];
  readonly accounts: readonly LedgerAccount[];
  readonly template: Template;
}

function FixedRow({ line, accounts, template }: FixedRowProps) {
  const rate = template.taxRates.find(({ taxType }) => taxType === line.taxType);
  const amount = toCents(line.amount);
  return (
    <tr className="journal-fixed">
      <td>
        {line.description}
        {line.tracking.length > 0 && <span className="cell-detail">{optionsText(line.tracking)}</span>}
      </td>
      <td data-label="Account">{nameOfAccount(accounts, line.accountId) ?? 'Account not available'}</td>
      <td data-label="Tax rate">{rate?.name ?? line.taxType}</td>
      <td className="number" data-label="Debit">
        {amount > 0 && formatMoney(amount)}
      </td>
      <td className="number" data-label="Credit">
        {amount < 0 && formatMoney(cents(-amount))}
      </td>
      <td />
    </tr>
  );
}

interface OwnRowProps {
  readonly line: DraftLine;
  readonly number: number;
  readonly accounts: readonly LedgerAccount[];
  readonly rates: ReturnType<typeof ratesFor>;
  readonly onChange: (line: DraftLine) => void;
  readonly onRemove: () => void;
}

function OwnRow({ line, number, accounts, rates, onChange, onRemove }: OwnRowProps) {
  return (
    <tr>
      <td className="journal-description" data-label="Description">
        <input
          className="input"
          aria-label={`Description, line ${number}`}
          autoComplete="off"
          maxLength={MAX_TEXT_LENGTH}
          value={line.description}
          onChange={({ currentTarget }) => onChange({ ...line, description: currentTarget.value })}
        />
      </td>
      <td className="journal-account whole" data-label="Account">
        <select
          className="input"
          aria-label={`Account, line ${number}`}
          value={line.accountId}
          onChange={({ currentTarget }) => onChange({ ...line, accountId: currentTarget.value })}
        >
          <option value="">Choose…</option>
          {accounts.map((account) => (
            <option key={account.id} value={account.id}>
              {accountName(account)}
            </option>
          ))}
        </select>
      </td>
      <td className="journal-tax whole" data-label="Tax rate">
        <select
          className="input"
          aria-label={`Tax rate, line ${number}`}
          disabled={rates.length === 0}
          value={rates.length === 0 ? '' : line.taxType}
          onChange={({ currentTarget }) => onChange({ ...line, taxType: currentTarget.value })}
        >
          {rates.length === 0 && <option value="">Choose an account first</option>}
          {rates.map(({ taxType, name, rate }) => (
            <option key={taxType} value={taxType}>
              {name} ({rate} %)
            </option>
          ))}
        </select>
      </td>
      <td className="journal-amount" data-label="Debit">
        <MoneyInput
          aria-label={`Debit, line ${number}`}
          maxLength={LONGEST_AMOUNT}
          value={line.debit}
          onChange={(debit) => onChange({ ...line, debit, credit: debit === '' ? line.credit : '' })}
        />
      </td>
      <td className="journal-amount" data-label="Credit">
        <MoneyInput
          aria-label={`Credit, line ${number}`}
          maxLength={LONGEST_AMOUNT}
          value={line.credit}
          onChange={(credit) => onChange({ ...line, credit, debit: credit === '' ? line.debit : '' })}
        />
      </td>
      <td className="options">
        <IconButton
          icon={TrashIcon}
          label={`Remove line ${number}`}
          size="small"
          hint="none"
          onClick={onRemove}
        />
      </td>
    </tr>
  );
}

interface TotalsProps {
  readonly totals: JournalTotals;
  readonly treatment: LineAmountTypes;
  readonly onFill: () => void;
}

/** Totals of both sides. Exclusive tax is added; inclusive tax is included already. */
function Totals({ totals, treatment, onFill }: TotalsProps) {
  const { debit, credit, debitTax, creditTax, outBy } = totals;
  const isExclusive = treatment === 'Exclusive';
  const withTax = (amount: Cents, tax: Cents): Cents => cents(amount + (isExclusive ? tax : 0));
  return (
    <tfoot>
      {treatment !== 'NoTax' && (
        <>
          <SumRow label="Subtotal" debit={debit} credit={credit} />
          <SumRow label={isExclusive ? 'GST' : 'Includes GST'} debit={debitTax} credit={creditTax} />
        </>
      )}
      <SumRow label="Total" debit={withTax(debit, debitTax)} credit={withTax(credit, creditTax)} />
      {outBy !== 0 && (
        <tr className="journal-out">
          <th scope="row" colSpan={3}>
            Total is out by
          </th>
          <td className="number" colSpan={2}>
            <span className="journal-fill">
              <Button size="small" onClick={onFill}>
                Fill difference
              </Button>
              <span role="status">{formatMoney(cents(Math.abs(outBy)))}</span>
            </span>
          </td>
          <td />
        </tr>
      )}
    </tfoot>
  );
}

function SumRow({
  label,
  debit,
  credit,
}: {
  readonly label: string;
  readonly debit: Cents;
  readonly credit: Cents;
}) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {label}
      </th>
      <td className="number" data-label="Debit">
        {formatMoney(debit)}
      </td>
      <td className="number" data-label="Credit">
        {formatMoney(credit)}
      </td>
      <td />
    </tr>
  );
}
