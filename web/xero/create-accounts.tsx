import { Button } from '@primer/react';
import { useRef, useState } from 'react';
import { suggestAccounts, type SuggestedAccount } from '../../domain/accounts/suggestions.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH } from '../../domain/accounts/new-account.ts';
import { store } from '../api.ts';
import { change, refreshAfter } from '../change.ts';
import type { Schedule } from '../schedules/draft.ts';
import { confirm } from '../ui/confirm.tsx';
import { focusFirstError } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { Switch } from '../ui/switch.tsx';
import { toast } from '../ui/toasts.tsx';
import { forgetChanges, useUnsavedChanges } from '../ui/unsaved.ts';
import {
  ACCOUNT_LABELS,
  HIRE_PURCHASE_FIELDS,
  type AccountField,
  type LedgerAccount,
} from './account-fields.ts';
import { createAccounts, problemsOf, rowsOf, warningFor, type AccountRow } from './account-rows.ts';
import { xeroTexts } from './texts.ts';
import { useArchivedWarning, useSetup } from './use-setup.ts';
import { Table, type Column } from '../ui/table.tsx';
import './create-accounts.css';

export function CreateAccounts() {
  const { params, schedule, accounts, above, goBack } = useSetup({ includeArchived: true });
  useArchivedWarning(schedule?.archived, xeroTexts.archivedAccounts, goBack);
  return (
    <Page
      title="Create Xero accounts"
      above={above}
      subtitle="Four liability accounts: remaining payments and unexpired interest, current and non-current (NC)."
    >
      {schedule && accounts ? (
        <AccountsForm
          key={schedule.id}
          params={params}
          schedule={schedule}
          accounts={accounts}
          onDone={goBack}
        />
      ) : (
        <div className="card">
          <TableSkeleton columns={4} rows={5} />
        </div>
      )}
    </Page>
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Account' },
  { label: 'Code' },
  { label: 'Name' },
  { label: 'Include' },
];

interface AccountsFormProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly onDone: () => void;
}

function AccountsForm({ params, schedule, accounts, onDone }: AccountsFormProps) {
  const [existing] = useState(accounts);
  const [suggested] = useState(() => suggestAccounts(schedule.description, accounts));
  const [rows, setRows] = useState<readonly AccountRow[]>(() => rowsOf(suggested, schedule, accounts));
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  const failed = rows.filter(({ failure }) => failure !== undefined);
  const isOver = failed.length > 0 && rows.every(({ isIncluded }) => !isIncluded);
  useUnsavedChanges(isBusy || rows.some((row, index) => isTyped(row, suggested[index])));
  const leave = (): void => {
    forgetChanges();
    onDone();
  };
  const setRow = (index: number, changed: Partial<AccountRow>): void =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...changed } : row)));

  const create = async (): Promise<void> => {
    const warning = warningFor(rows, existing);
    if (warning !== undefined) {
      setSubmitted(true);
      focusFirstError(table.current);
      return toast.warning(warning);
    }
    setBusy(true);
    const done = await createAccounts(params.entityId, rows);
    setRows(done);
    const ids = createdIds(done, rows);
    if (Object.keys(ids).length > 0) await applyNewAccounts(params, schedule, ids);
    setBusy(false);
    void refreshAfter('POST /v1/entities/{entityId}/accounts');
    if (done.some(({ failure }) => failure !== undefined)) return;
    toast.success(xeroTexts.accountsCreated);
    leave();
  };

  return (
    <>
      {rows.some(({ inUse }) => inUse !== undefined) && (
        <Notice tone="info">{xeroTexts.accountsInUse}</Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="error">
          <ul className="account-failures">
            {failed.map(({ field, name, failure }) => (
              <li key={field}>
                {xeroTexts.accountFailed(name)} {failure}
              </li>
            ))}
          </ul>
        </Notice>
      )}
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
      <div className="form-actions">
        <Button variant="primary" loading={isBusy} onClick={() => (isOver ? leave() : void create())}>
          {isOver ? 'Continue' : 'Create selected in Xero'}
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </>
  );
}

/** Whether the row has typed values that are not in Xero yet. */
function isTyped({ code, name, isCreated }: AccountRow, suggested: SuggestedAccount | undefined): boolean {
  return !isCreated && (code !== suggested?.code || name !== suggested.name);
}

interface RowProps {
  readonly row: AccountRow;
  readonly problems: { readonly code?: string; readonly name?: string };
  readonly onChange: (changed: Partial<AccountRow>) => void;
}

function Row({ row, problems, onChange }: RowProps) {
  const label = ACCOUNT_LABELS[row.field];
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
      {problems[name] && (
        <p className="field-error" id={`${row.field}-${name}`}>
          {problems[name]}
        </p>
      )}
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
          {!row.isCreated && (
            <Switch
              aria-label={`Include ${label}`}
              checked={row.isIncluded}
              onChange={(isIncluded) => onChange({ isIncluded })}
            />
          )}
          {(row.isCreated || isInUse) && <span className="muted">Created</span>}
        </span>
      </td>
    </tr>
  );
}

type CreatedIds = Partial<Record<AccountField, string>>;

/** Returns the accounts just created, by setting. */
function createdIds(after: readonly AccountRow[], before: readonly AccountRow[]): CreatedIds {
  const fresh = after.filter(({ isCreated }, index) => isCreated && !before[index]?.isCreated);
  return Object.fromEntries(fresh.map(({ field, id }) => [field, id]));
}

/** Sets the new accounts; asks first if that replaces existing settings. */
async function applyNewAccounts(
  params: { readonly entityId: string; readonly scheduleId: string },
  { xeroAccount }: Schedule,
  ids: CreatedIds,
): Promise<void> {
  const replaces = HIRE_PURCHASE_FIELDS.some(
    (field) => ids[field] !== undefined && xeroAccount[field] !== null,
  );
  const isWanted =
    !replaces ||
    (await confirm({
      title: 'Use the new accounts?',
      body: 'This schedule has accounts already. Transactions on them remain.',
      action: 'Replace accounts',
      cancel: 'Keep current accounts',
    }));
  if (!isWanted) return;
  try {
    const schedule = await change('PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts', {
      params,
      body: ids,
    });
    await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
  } catch (error) {
    toast.failure(error, xeroTexts.saveAccounts);
  }
}
