/** The choices of a set-up: kept in this tab, so that they survive the way to a plan and back. */
import { useMemo, useState } from 'react';
import type { LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { lastYearEnd, yearsEnding } from '../../domain/years.ts';
import type { Entity, ScheduleSummary } from '../data/answers.ts';
import { today } from '../ui/dates.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { type LedgerAccount, SHARED_FIELDS, SHARED_LABELS } from './account-fields.ts';
import { preselected } from './preselected-accounts.ts';
import type { SetupRequest } from './set-up-loans.ts';

export interface SetUpFormProps {
  readonly entity: Entity;
  readonly loans: readonly ScheduleSummary[];
  readonly accounts: readonly LedgerAccount[];
  /** The date of the earliest payment that is in Xero without opening balances; null for none. */
  readonly firstPosted: string | null;
}

interface SetUpChoices {
  readonly mapping: ReturnType<typeof preselected>;
  /** `usual`: by the kind of each contract. */
  readonly liability: LiabilityMode | 'usual';
  readonly hasOpening: boolean;
  readonly date: string;
  /** Undefined: as usual for the date. */
  readonly includesDate: boolean | undefined;
  readonly accountId: string;
  readonly autoSync: boolean;
}

const EMPTY = {
  bankAccountId: null,
  interestExpenseAccountId: null,
  administrationFeeId: null,
  hirePurchaseCurrentId: null,
  hirePurchaseNonCurrentId: null,
  unexpiredChargesCurrentId: null,
  unexpiredChargesNonCurrentId: null,
};

export function useSetUpForm({ entity, loans, accounts, firstPosted }: SetUpFormProps) {
  const [start] = useState((): SetUpChoices => {
    const [single, ...others] = loans;
    return {
      mapping: preselected(
        others.length === 0 && single ? single.xeroAccount : EMPTY,
        accounts,
        entity.defaultAccounts,
      ),
      liability: 'usual',
      hasOpening: true,
      ...usualOpening(entity, loans, firstPosted),
      accountId: '',
      autoSync: loans.every((loan) => loan.autoSync),
    };
  });
  const { draft, setDraft, isRestored, discard } = useKeptDraft(
    start,
    (chosen) => JSON.stringify(chosen) !== JSON.stringify(start),
    // The page of other loans has the same path.
    location.search,
  );
  const request = useMemo(() => requestOf(loans, draft), [loans, draft]);
  return {
    choices: draft,
    change: (changes: Partial<SetUpChoices>): void => setDraft({ ...draft, ...changes }),
    isRestored,
    discard,
    missing: missingIn(draft),
    request,
  };
}

/** The labels of the choices that are still to be made. */
function missingIn({ mapping, hasOpening, accountId, date }: SetUpChoices): string[] {
  return [
    ...SHARED_FIELDS.filter((field) => !mapping[field]).map((field) => SHARED_LABELS[field]),
    ...(hasOpening && accountId === '' ? ['Balance against'] : []),
    ...(hasOpening && !isCalendarDate(date) ? ['As at'] : []),
  ];
}

/** Returns the request of the choices; null while some are missing. */
function requestOf(loans: readonly ScheduleSummary[], choices: SetUpChoices): SetupRequest | null {
  const { liability, hasOpening, date, includesDate, accountId, autoSync } = choices;
  const { bankAccountId, interestExpenseAccountId, administrationFeeId } = choices.mapping;
  if (!bankAccountId || !interestExpenseAccountId || !administrationFeeId) return null;
  if (missingIn(choices).length > 0) return null;
  return {
    scheduleIds: loans.map(({ id }) => id),
    bankAccountId,
    interestExpenseAccountId,
    administrationFeeId,
    ...(liability !== 'usual' && { liability }),
    opening: hasOpening ? { date, accountId, ...(includesDate !== undefined && { includesDate }) } : null,
    autoSync,
  };
}

/**
 * The day of the balances: the last year end for a running contract, the start of a new one. A payment that is in Xero
 * is in none.
 */
function usualOpening(
  { financialYearEnd }: Entity,
  loans: readonly ScheduleSummary[],
  firstPosted: string | null,
): Pick<SetUpChoices, 'date' | 'includesDate'> {
  const [first = today()] = loans.map(({ startDate }) => startDate).toSorted();
  const yearEnd = lastYearEnd(yearsEnding(financialYearEnd), today());
  const usual = first > yearEnd ? first : yearEnd;
  return firstPosted !== null && firstPosted <= usual
    ? { date: firstPosted, includesDate: false }
    : { date: usual, includesDate: undefined };
}
