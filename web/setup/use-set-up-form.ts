/** The choices of a set-up: kept in this tab, so that they survive the way to a plan and back. */
import { isEqual } from '../ui/equality.ts';
import { useMemo } from 'react';
import type { LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { lastYearEnd, yearsEnding } from '../../domain/years.ts';
import type { Entity, ScheduleSummary } from '../data/answers.ts';
import { today } from '../ui/dates.ts';
import { useKeptDraft } from '../ui/kept-draft.tsx';
import { type LedgerAccount, SHARED_FIELDS, SHARED_LABELS } from '../xero/account-fields.ts';
import {
  type ChoicesByLoan,
  choicesOf,
  loansOf,
  offeredChoices,
  type OwnChoices,
  takenOf,
} from './loan-choices.ts';
import { opensWithPurchase } from './opens-with-purchase.ts';
import { preselected } from './preselected-accounts.ts';
import type { ChosenTracking } from '../xero/tracking-selects.tsx';
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
  /** What differs for a loan. */
  readonly own: ChoicesByLoan;
  /** The own choice of all loans; null follows the entity's. */
  readonly tracking: ChosenTracking | null;
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
  const [single, ...others] = loans;
  const start: SetUpChoices = {
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
    own: offeredChoices(entity.id, loans, (accountId) => accounts.some(({ id }) => id === accountId)),
    tracking: storedTracking(loans),
  };
  const { draft, setDraft, notice } = useKeptDraft(
    start,
    // The page of other loans has the same path.
    { subject: loans.map(({ id }) => id).join(',') },
  );
  const request = useMemo(() => requestOf(loans, draft), [loans, draft]);
  return {
    choices: draft,
    /** What holds for all loans; of a single loan, its own. */
    common: commonOf(loans, draft),
    change: (changes: Partial<SetUpChoices>): void => setDraft({ ...draft, ...changes }),
    /** Changes what holds for all loans: none keeps a choice of its own. */
    changeAll: (
      field: 'liability' | 'bankAccountId' | 'openingAccountId' | 'tracking',
      changes: Partial<SetUpChoices>,
    ): void => {
      const own = Object.entries(draft.own).map(([id, { [field]: _before, ...rest }]) => [id, rest] as const);
      setDraft({ ...draft, ...changes, own: Object.fromEntries(own) });
    },
    notice,
    /** The loans that are set up. */
    taken: takenOf(draft.own, loans),
    /** Whether a loan is balanced by an account, not by its purchase. */
    needsAccount: takenOf(draft.own, loans).some((loan) => !opensWithPurchase(loan, draft.date)),
    choicesFor: (loan: ScheduleSummary) => choicesOf(draft, loan),
    changeLoan: (scheduleId: string, changes: OwnChoices): void =>
      setDraft({ ...draft, own: { ...draft.own, [scheduleId]: { ...draft.own[scheduleId], ...changes } } }),
    missing: missingIn(loans, draft),
    request,
  };
}

function commonOf(loans: readonly ScheduleSummary[], choices: SetUpChoices) {
  const { liability, mapping, accountId, own } = choices;
  const [single, ...others] = loans;
  if (!single || others.length > 0) {
    return { liability, bankAccountId: mapping.bankAccountId, openingAccountId: accountId };
  }
  const { bankAccountId, openingAccountId } = choicesOf(choices, single);
  return { liability: own[single.id]?.liability ?? liability, bankAccountId, openingAccountId };
}

/** The labels of the choices that are still to be made. */
function missingIn(loans: readonly ScheduleSummary[], choices: SetUpChoices): string[] {
  const { mapping, hasOpening, date, own } = choices;
  const taken = takenOf(own, loans);
  const lacks = (field: 'bankAccountId' | 'openingAccountId', some = taken): boolean =>
    some.some((loan) => choicesOf(choices, loan)[field] === '');
  const withAccount = taken.filter((loan) => !opensWithPurchase(loan, date));
  return [
    ...(taken.length === 0 ? ['Loans'] : []),
    ...SHARED_FIELDS.filter((field) => (field === 'bankAccountId' ? lacks(field) : !mapping[field])).map(
      (field) => SHARED_LABELS[field],
    ),
    ...(hasOpening && lacks('openingAccountId', withAccount) ? ['Balance against'] : []),
    ...(hasOpening && !isCalendarDate(date) ? ['As at'] : []),
  ];
}

/** Returns the request of the choices; null while some are missing. */
function requestOf(loans: readonly ScheduleSummary[], choices: SetUpChoices): SetupRequest | null {
  const { liability, hasOpening, date, includesDate, autoSync, tracking } = choices;
  const { interestExpenseAccountId, administrationFeeId } = choices.mapping;
  const taken = takenOf(choices.own, loans);
  const [first] = taken;
  if (!first || !interestExpenseAccountId || !administrationFeeId) return null;
  if (missingIn(loans, choices).length > 0) return null;
  const usual = choicesOf(choices, first);
  const bankAccountId = choices.mapping.bankAccountId || usual.bankAccountId;
  const accountId = choices.accountId || usual.openingAccountId;
  return {
    scheduleIds: taken.map(({ id }) => id),
    bankAccountId,
    interestExpenseAccountId,
    administrationFeeId,
    ...(liability !== 'usual' && { liability }),
    opening: hasOpening
      ? { date, ...(accountId && { accountId }), ...(includesDate !== undefined && { includesDate }) }
      : null,
    autoSync,
    loans: loansOf(choices, taken, hasOpening),
    ...(!isEqual(tracking, storedTracking(loans)) && { tracking }),
  };
}

/** The choice of a single loan; several begin with none for all. */
function storedTracking([single, ...others]: readonly ScheduleSummary[]): ChosenTracking | null {
  return others.length === 0 && single ? single.tracking : null;
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
