import { Button } from '@primer/react';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/accounts/new-account.ts';
import { Notice } from '../ui/notice.tsx';
import { Switch } from '../ui/switch.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { problemsOf, type NewAccountRow } from './account-rows.ts';
import { xeroTexts } from '../xero/texts.ts';
import type { NewAccounts } from './use-new-accounts.ts';
import { FieldError } from '../ui/field-error.tsx';
import './create-accounts.css';

const COLUMNS: readonly Column[] = [
  { label: 'Account' },
  { label: 'Code' },
  { label: 'Name' },
  { label: 'Include' },
];

/** The four liability accounts: code, name, and whether each is created. */
export function AccountTable({ table, rows, existing, isSubmitted, setRow }: NewAccounts) {
  return (
    <div className="card" ref={table}>
      <Table label="New accounts" columns={COLUMNS} className="table-stack accounts">
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.field}
              row={row}
              problems={problemsOf(row, rows, existing, isSubmitted)}
              onChange={(changed) => setRow(index, changed)}
            />
          ))}
        </tbody>
      </Table>
    </div>
  );
}

/** The accounts that Xero has not created, with the reasons. */
export function AccountFailures({ rows }: { readonly rows: readonly NewAccountRow[] }) {
  const failed = rows.filter(({ failure }) => failure !== undefined);
  if (failed.length === 0) return null;
  return (
    <Notice tone="error">
      <ul className="account-failures">
        {failed.map(({ field, name, failure }) => (
          <li key={field}>
            {xeroTexts.accountFailed(name)} {failure}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface RowProps {
  readonly row: NewAccountRow;
  readonly problems: { readonly code?: string; readonly name?: string };
  readonly onChange: (changed: Partial<NewAccountRow>) => void;
}

function Row({ row, problems, onChange }: RowProps) {
  const { label } = row;
  const isInUse = row.inUse !== undefined && !row.isIncluded && !row.isCreated;
  const text = (name: 'code' | 'name', maxLength: number) => (
    <>
      <input
        className="input"
        autoComplete="off"
        aria-label={`${name === 'code' ? 'Code' : 'Name'} of ${label}`}
        aria-invalid={problems[name] ? true : undefined}
        aria-describedby={problems[name] ? `${row.field}-${name}` : undefined}
        disabled={!row.isIncluded}
        maxLength={maxLength}
        value={(isInUse && row.inUse?.[name]) || row[name]}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
      />
      {problems[name] && <FieldError id={`${row.field}-${name}`}>{problems[name]}</FieldError>}
    </>
  );
  return (
    <tr>
      <td className="account-label">{label}</td>
      <td className="account-code" data-label="Code">
        {text('code', MAX_CODE_LENGTH)}
      </td>
      <td className="account-name" data-label="Name">
        {text('name', MAX_NAME_LENGTH)}
      </td>
      <td data-label="Include">
        <span className="account-state">
          {!row.isCreated && !isInUse && (
            <Switch
              aria-label={`Include ${label}`}
              checked={row.isIncluded}
              onChange={(isIncluded) => onChange({ isIncluded })}
            />
          )}
          {(row.isCreated || isInUse) && <span className="muted">Created</span>}
          {isInUse && (
            <Button
              size="small"
              aria-label={`Create another account for ${label}`}
              onClick={() => onChange({ isIncluded: true })}
            >
              Create another
            </Button>
          )}
        </span>
      </td>
    </tr>
  );
}
