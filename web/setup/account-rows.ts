/** The accounts to create: validation and creation. */
import { newAccountProblems, type NewAccountProblems } from '../../domain/accounts/new-account.ts';
import type { SuggestedAccount } from '../../domain/accounts/suggestions.ts';
import { call } from '../data/api.ts';
import { messageOf } from '../data/problem.ts';
import { accountLabels, type LedgerAccount } from '../xero/account-fields.ts';
import type { Schedule } from '../data/answers.ts';
import { xeroTexts } from '../xero/texts.ts';

export interface NewAccountRow extends SuggestedAccount {
  readonly label: string;
  readonly isIncluded: boolean;
  readonly isCreated: boolean;
  /** The account that the schedule uses already, shown unless another is to be created. */
  readonly inUse?: LedgerAccount | undefined;
  /** Xero's id, once created. */
  readonly id?: string;
  /** The reason if it could not be created. */
  readonly failure?: string | undefined;
}

/** Returns a row for each suggested account. Accounts in use are not included, so none is created twice by mistake. */
export function rowsOf(
  suggested: readonly SuggestedAccount[],
  schedule: Pick<Schedule, 'kind' | 'xeroAccount'>,
  accounts: readonly LedgerAccount[],
): NewAccountRow[] {
  const labels = accountLabels(schedule);
  return suggested.map((account) => {
    const inUse = accounts.find(({ id }) => id === schedule.xeroAccount[account.field]);
    return {
      ...account,
      label: labels[account.field],
      isIncluded: inUse === undefined,
      isCreated: false,
      inUse,
    };
  });
}

/**
 * Returns the problems of an included row.
 * @param isSubmitted missing values count only after the first submission.
 */
export function problemsOf(
  row: NewAccountRow,
  rows: readonly NewAccountRow[],
  existing: readonly LedgerAccount[],
  isSubmitted: boolean,
): NewAccountProblems {
  if (!row.isIncluded) return {};
  const others = rows.filter((other) => other !== row && (other.isIncluded || other.isCreated));
  const problems = newAccountProblems(row, [...existing, ...others]);
  if (isSubmitted) return problems;
  const { code, name } = problems;
  return {
    ...(code !== undefined && row.code.trim() !== '' && { code }),
    ...(name !== undefined && row.name.trim() !== '' && { name }),
  };
}

/** Returns the warning that stops the creation; undefined without one. */
export function warningFor(
  rows: readonly NewAccountRow[],
  existing: readonly LedgerAccount[],
): string | undefined {
  const included = rows.filter(({ isIncluded }) => isIncluded);
  if (included.length === 0) return xeroTexts.noneIncluded;
  const isMissing = ({ code, name }: NewAccountRow): boolean => code.trim() === '' || name.trim() === '';
  if (included.some(isMissing)) return xeroTexts.detailsMissing;
  const hasProblems = included.some((row) => Object.keys(problemsOf(row, rows, existing, true)).length > 0);
  return hasProblems ? xeroTexts.errorsLeft : undefined;
}

/** Creates the included rows one by one. Created rows come back excluded, failed ones with the reason. */
export async function createAccounts(
  entityId: string,
  rows: readonly NewAccountRow[],
): Promise<NewAccountRow[]> {
  const done: NewAccountRow[] = [];
  for (const row of rows) done.push(row.isIncluded ? await createAccount(entityId, row) : row);
  return done;
}

async function createAccount(entityId: string, row: NewAccountRow): Promise<NewAccountRow> {
  const { code, name, type } = row;
  try {
    const { id } = await call('POST /v1/entities/{entityId}/accounts', {
      params: { entityId },
      body: { code: code.trim(), name: name.trim(), type },
    });
    return { ...row, id, isCreated: true, isIncluded: false, failure: undefined };
  } catch (error) {
    return { ...row, failure: messageOf(error) };
  }
}
