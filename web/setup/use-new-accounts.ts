/** The creation of a schedule's liability accounts in Xero. */
import { useRef, useState } from 'react';
import { suggestAccounts, type SuggestedAccount } from '../../domain/accounts/suggestions.ts';
import { refresh, store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { focusFirstError } from '../ui/field.tsx';
import { toast } from '../ui/toasts.tsx';
import { HIRE_PURCHASE_FIELDS, type AccountField, type LedgerAccount } from '../xero/account-fields.ts';
import { createAccounts, rowsOf, warningFor, type NewAccountRow } from './account-rows.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { xeroTexts } from '../xero/texts.ts';

export type NewAccounts = ReturnType<typeof useNewAccounts>;

/** @param accounts all accounts in Xero, including archived ones, whose codes and names are taken too. */
export function useNewAccounts(
  params: ScheduleParams,
  schedule: Schedule,
  accounts: readonly LedgerAccount[],
) {
  const [existing] = useState(accounts);
  const [suggested] = useState(() => suggestAccounts(schedule.description, accounts));
  const [rows, setRows] = useState<readonly NewAccountRow[]>(() => rowsOf(suggested, schedule, accounts));
  const [isSubmitted, setSubmitted] = useState(false);
  const table = useRef<HTMLDivElement>(null);
  /** Creates the included accounts; returns those that the schedule uses from now on, null after a failure. */
  const create = async (): Promise<CreatedIds | null> => {
    const warning = warningFor(rows, existing);
    if (warning !== undefined) {
      setSubmitted(true);
      focusFirstError(table.current);
      toast.warning(warning);
      return null;
    }
    const done = await createAccounts(params.entityId, rows);
    setRows(done);
    const ids = createdIds(done, rows);
    const isSet = Object.keys(ids).length > 0 && (await applyNewAccounts(params, schedule, ids));
    void refresh('GET /v1/entities/{entityId}/accounts');
    if (done.some(({ failure }) => failure !== undefined)) return null;
    toast.success(xeroTexts.accountsCreated);
    return isSet ? ids : {};
  };
  return {
    table,
    rows,
    existing,
    isSubmitted,
    isTyped: rows.some((row, index) => isTyped(row, suggested[index])),
    setRow: (index: number, changed: Partial<NewAccountRow>): void =>
      setRows(rows.map((row, at) => (at === index ? { ...row, ...changed } : row))),
    create,
  };
}

/** Whether the row has typed values that are not in Xero yet. */
function isTyped({ code, name, isCreated }: NewAccountRow, suggested: SuggestedAccount | undefined): boolean {
  return !isCreated && (code !== suggested?.code || name !== suggested.name);
}

type CreatedIds = Partial<Record<AccountField, string>>;

/** Returns the accounts just created, by setting. */
function createdIds(after: readonly NewAccountRow[], before: readonly NewAccountRow[]): CreatedIds {
  const fresh = after.filter(({ isCreated }, index) => isCreated && !before[index]?.isCreated);
  return Object.fromEntries(fresh.map(({ field, id }) => [field, id]));
}

/** Sets the new accounts; asks first if that replaces existing settings. Returns whether they are set. */
async function applyNewAccounts(
  params: ScheduleParams,
  { xeroAccount }: Schedule,
  ids: CreatedIds,
): Promise<boolean> {
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
  if (!isWanted) return false;
  try {
    const schedule = await change('PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts', {
      params,
      body: ids,
    });
    await store('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params }, schedule);
    return true;
  } catch (error) {
    toast.failure(error, xeroTexts.saveAccounts);
    return false;
  }
}
