import { ChevronDownIcon, ChevronRightIcon } from '@primer/octicons-react';
import { counted } from '../data/counted.ts';
import { formatDollars, MoneyCell } from '../ui/money.tsx';
import type { YearOfRows } from './payment-totals.ts';

interface YearRowProps {
  readonly group: YearOfRows;
  readonly hasFees: boolean;
  readonly hasOptions: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** A financial year above its payments and events: their totals, and the split of the balance on 30 June. */
export function YearRow({ group, hasFees, hasOptions, isOpen, onToggle }: YearRowProps) {
  const { year, rows, totals, closingBalance, current, nonCurrent } = group;
  const count = rows.filter(({ payment }) => payment !== undefined).length;
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <tr className="year">
      <th scope="rowgroup">
        <button type="button" className="year-toggle" aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={12} />
          FY{year}
        </button>
      </th>
      <td className="date">{counted(count, 'payment')}</td>
      <MoneyCell dollars={totals.payments} />
      {hasFees && <MoneyCell dollars={totals.fees} className="fee" />}
      <MoneyCell dollars={totals.interest} />
      <MoneyCell dollars={totals.principal} />
      <MoneyCell dollars={closingBalance} />
      <td className="synced year-split">
        <span>Current {formatDollars(current)}</span>
        <span>Non-current {formatDollars(nonCurrent)}</span>
      </td>
      {hasOptions && <td className="options screen-only" />}
    </tr>
  );
}
