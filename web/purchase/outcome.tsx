/** A purchase worked out: the three figures that a bookkeeper checks, and its lines in the opening journal. */
import { CheckCircleFillIcon } from '@primer/octicons-react';
import { Facts } from '../ui/facts.tsx';
import { formatDollars, Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { isKnownTax, taxName } from '../ui/tax-name.ts';
import { type Column, Table } from '../ui/table.tsx';
import { accountName, type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';
import type { PurchasePreview } from './purchase-draft.ts';

const COLUMNS: readonly Column[] = [
  { label: 'Description' },
  { label: 'Account' },
  { label: 'Tax rate' },
  { label: 'Debit', kind: 'number' },
  { label: 'Credit', kind: 'number' },
];

const LIMITS = {
  'car-limit': 'cut by the car limit',
  'business-use': 'cut by the private use',
  both: 'cut by the car limit and the private use',
} as const;

interface PurchaseOutcomeProps {
  readonly preview: PurchasePreview;
  readonly loanAmount: number;
  readonly accounts: readonly LedgerAccount[];
}

export function PurchaseOutcome({ preview, loanAmount, accounts }: PurchaseOutcomeProps) {
  const { gst, costOfAsset, financed, difference, causes } = preview;
  const warnings = [...preview.warnings, ...otherRates(preview, accounts)];
  const isEqual = difference === 0;
  return (
    <>
      <Facts
        facts={[
          {
            label: 'GST credit',
            value: <Money dollars={gst.credit} />,
            detail: gst.limitedBy ? LIMITS[gst.limitedBy] : undefined,
          },
          gst.payable !== 0 && { label: 'GST on the trade-in', value: <Money dollars={gst.payable} /> },
          { label: 'Cost for the asset register', value: <Money dollars={costOfAsset} /> },
          {
            label: 'Amount financed',
            value: (
              <>
                <Money dollars={financed} />{' '}
                {isEqual && (
                  <span className="purchase-tick">
                    <CheckCircleFillIcon aria-label="Equals the loan amount" />
                  </span>
                )}
              </>
            ),
          },
        ]}
      />
      {!isEqual && (
        <Notice tone="warning">
          The amount financed is {formatDollars(Math.abs(difference))} {difference > 0 ? 'more' : 'less'} than
          the loan amount of {formatDollars(loanAmount)}. {causes.join(' ')}
        </Notice>
      )}
      {warnings.map((text) => (
        <Notice key={text} tone="info">
          {text}
        </Notice>
      ))}
      <Table label="Lines in the opening journal" columns={COLUMNS} className="table-stack">
        <tbody>
          {preview.lines.map(({ description, accountId, taxType, amount }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines keep their order, and two may be the same
            <tr key={index}>
              <td>{description}</td>
              <td data-label="Account">{nameOfAccount(accounts, accountId) ?? 'Not chosen yet'}</td>
              <td data-label="Tax rate">{taxName(taxType)}</td>
              <td className="number" data-label="Debit">
                {amount > 0 && formatDollars(amount)}
              </td>
              <td className="number" data-label="Credit">
                {amount < 0 && formatDollars(-amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** Sentences on accounts whose default in Xero is a rate that none of their lines has: the line's rate wins. */
function otherRates({ lines }: PurchasePreview, accounts: readonly LedgerAccount[]): string[] {
  return accounts.flatMap((account) => {
    const types = lines.flatMap(({ accountId, taxType }) => (accountId === account.id ? [taxType] : []));
    if (types.length === 0 || types.includes(account.taxType) || !isKnownTax(account.taxType)) return [];
    const used = [...new Set(types)].map(taxName).join(' and ');
    return [`${accountName(account)} usually carries ${taxName(account.taxType)}. Its lines use ${used}.`];
  });
}
