/** The loans of an entity by ledger account: what Xero holds, what the contracts say, and what lies between. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { cents, type Cents, formatMoney, sumCents } from '../../domain/money.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { CauseKind } from '../../domain/ledger/ledger-check.ts';
import type { CheckedAccount, EntityLedger } from './entity-ledger.ts';
import type { PackLoan } from './pack-loan.ts';

/** An account, or one of the items below it. Debits are positive. */
export interface TieOutRow {
  readonly entityId: string;
  readonly entityName: string;
  readonly code: string;
  readonly name: string;
  /** By date; null in the row of an item. */
  readonly contract: Cents | null;
  readonly xero: Cents | null;
  readonly item: string;
  readonly amount: Cents | null;
  readonly conclusion: string;
  /** Whether it is a liability account of several loans. */
  readonly isShared: boolean;
}

export interface MappedLoan {
  readonly loan: PackLoan;
  readonly schedule: OwnedSchedule;
}

interface Item {
  readonly text: string;
  readonly amount: Cents;
}

const BY_COUNT = 'Counted by payments, not by date; catch-up of events recorded late';

/** @returns no rows for an entity that is not linked to Xero. */
export function tieOutOf(
  { entityId, name: entityName, xero }: OwnedEntity,
  ledger: EntityLedger,
  loans: readonly MappedLoan[],
  year: { readonly from: CalendarDate; readonly date: CalendarDate },
): TieOutRow[] {
  if (!xero) return [];
  const owner = { entityId, entityName };
  const liabilities = [...sums(loans.flatMap(({ loan, schedule }) => liabilitiesOf(loan, schedule)))];
  const expenses = [...sums(loans.flatMap(({ loan, schedule }) => expensesOf(loan, schedule, year.date)))];
  const shared = new Set(
    loans
      .filter(({ schedule }) => ledger.isShared(schedule))
      .flatMap(({ loan, schedule }) => liabilitiesOf(loan, schedule).map(([account]) => account)),
  );
  const entries = loans.flatMap(({ schedule }) =>
    ledger
      .entriesOf(schedule.scheduleId)
      .filter(({ date }) => date >= year.from && date <= year.date)
      .flatMap(({ postings }) => postings),
  );
  const posted = sums(entries.map(({ account, amount }) => [account, amount]));
  const dishonoured = sums(
    ledger.fees
      .filter(({ date }) => date >= year.from && date <= year.date)
      .flatMap(({ postings }) => postings.map(({ account, amount }): Sum => [account, amount])),
  );
  const adjusted = sums(
    ledger.journals
      .filter(({ state, document: { date } }) => state === 'posted' && date >= year.from && date <= year.date)
      .flatMap(({ document: { lines } }) => lines.map(({ account, amount }): Sum => [account ?? '', amount])),
  );
  const isChecked = ([account]: Sum): boolean => (ledger.accounts.get(account)?.xero ?? null) !== null;
  const unchecked = [...liabilities, ...expenses].filter((each) => !isChecked(each));
  return [
    ...liabilities.filter(isChecked).flatMap(([account, contract]) => {
      const checked = ledger.accounts.get(account);
      const byCount = checked ? [{ text: BY_COUNT, amount: cents(checked.contract - contract) }] : [];
      return rowsOf(
        owner,
        ledger,
        account,
        contract,
        [...byCount, ...causesOf(checked?.causes ?? [])],
        shared.has(account),
      );
    }),
    ...expenses.filter(isChecked).flatMap(([account, contract]) => {
      const xeroYear = ledger.accounts.get(account)?.xero ?? null;
      const ours = posted.get(account) ?? cents(0);
      const journals = adjusted.get(account) ?? cents(0);
      const fees = dishonoured.get(account) ?? cents(0);
      const items = [
        {
          text: 'Of the year by the contracts and not posted, or posted and of another year',
          amount: cents(ours - contract),
        },
        { text: 'Fees of dishonours', amount: fees },
        { text: CAUSE_LABELS['adjusting-journal'], amount: journals },
        ...(xeroYear === null
          ? []
          : [
              {
                text: ledger.isPostedSince(account)
                  ? 'Posted since the check, or outside Paydown'
                  : CAUSE_LABELS.other,
                kind: 'other',
                amount: cents(xeroYear - ours - fees - journals),
              },
            ]),
      ];
      return rowsOf(owner, ledger, account, contract, items);
    }),
    ...uncheckedRow(owner, ledger, unchecked),
  ];
}

/** One row names all accounts of an entity of which the check says nothing. */
function uncheckedRow(
  owner: Pick<TieOutRow, 'entityId' | 'entityName'>,
  ledger: EntityLedger,
  unchecked: readonly Sum[],
): TieOutRow[] {
  if (unchecked.length === 0) return [];
  const names = unchecked.flatMap(([account]) => ledger.nameOf(account) ?? []);
  const others = unchecked.length - names.length;
  const more = others === 0 ? [] : [others === 1 ? '1 account' : `${others} accounts`];
  return [
    {
      ...owner,
      code: '',
      name: `${[...names.toSorted(), ...more].join(', ')}: not checked`,
      contract: null,
      xero: null,
      item: '',
      amount: null,
      conclusion: ledger.isChecked ? 'Not in the ledger check.' : 'No ledger check at this date.',
      isShared: false,
    },
  ];
}

function rowsOf(
  owner: Pick<TieOutRow, 'entityId' | 'entityName'>,
  ledger: EntityLedger,
  account: string,
  contract: Cents,
  items: readonly (Item & { readonly kind?: string })[],
  isShared = false,
): TieOutRow[] {
  const { code = '', name = '', xero = null } = ledger.accounts.get(account) ?? {};
  const shown = items.filter(({ amount }) => amount !== 0);
  const open = sumCents(shown.filter(({ kind }) => kind === 'other').map(({ amount }) => amount));
  const conclusion = ledger.isPostedSince(account)
    ? 'Posted since: check again.'
    : xero === contract
      ? 'Agrees.'
      : open === 0
        ? 'Explained.'
        : `${formatMoney(open)} to explain.`;
  const about = { ...owner, code, name };
  return [
    { ...about, contract, xero, item: '', amount: null, conclusion, isShared },
    ...shown.map(({ text, amount }) => ({
      ...about,
      contract: null,
      xero: null,
      item: text,
      amount,
      conclusion: '',
      isShared: false,
    })),
  ];
}

/** The causes in the tie-out; the ledger check lists each payment. */
const CAUSE_LABELS: Readonly<Record<CauseKind, string>> = {
  'scope-missing': 'Xero can’t be read',
  'not-linked': 'Not connected to Xero',
  'opening-missing': 'Opening balances not posted',
  'opening-out-of-date': 'Opening balances out of date',
  'opening-voided': 'Opening balances voided in Xero',
  'beginning-missing': 'Beginnings of registers that aren’t on the account',
  unsynced: 'Due and not in Xero',
  'posted-early': 'Posted before it was due',
  'posted-late': 'Paid or dated after the date',
  remapped: 'On accounts that the loan no longer uses',
  'document-changed': 'Documents changed in Xero',
  'document-missing': 'Documents deleted in Xero',
  'entry-out-of-date': 'Entries of registers that are out of date',
  'adjusting-journal': 'Adjusting journals',
  'reconciling-item': 'Accepted as a reconciling item',
  other: 'Posted outside Paydown',
};

/** One item a kind of cause: `Due and not in Xero (12)`. */
const causesOf = (causes: CheckedAccount['causes']): (Item & { readonly kind: CauseKind })[] =>
  [...Map.groupBy(causes, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    text: some.length === 1 ? CAUSE_LABELS[kind] : `${CAUSE_LABELS[kind]} (${some.length})`,
    amount: sumCents(some.map(({ amount }) => amount)),
  }));

type Sum = readonly [account: string, amount: Cents];

function sums(all: readonly Sum[]): Map<string, Cents> {
  const byAccount = new Map<string, Cents>();
  for (const [account, amount] of all) byAccount.set(account, cents((byAccount.get(account) ?? 0) + amount));
  return byAccount;
}

function liabilitiesOf({ figures: { split } }: PackLoan, { accounts }: OwnedSchedule): Sum[] {
  const on = (account: string | undefined, amount: number): Sum[] =>
    account === undefined ? [] : [[account, cents(amount)]];
  return [
    ...on(accounts['hirePurchaseCurrentId'], 0 - split.current.gross),
    ...on(accounts['hirePurchaseNonCurrentId'], 0 - split.nonCurrent.gross),
    ...on(accounts['unexpiredChargesCurrentId'], split.current.unexpired),
    ...on(accounts['unexpiredChargesNonCurrentId'], split.nonCurrent.unexpired),
  ];
}

function expensesOf({ figures }: PackLoan, { accounts }: OwnedSchedule, date: CalendarDate): Sum[] {
  const interest = accounts['interestExpenseAccountId'];
  const fee = accounts['administrationFeeId'];
  const year = Number(date.slice(0, 4));
  const fees = figures.feesByYear.find((each) => each.year === year)?.amount ?? cents(0);
  return [
    ...(interest === undefined ? [] : [[interest, figures.movement.interest] as const]),
    ...(fee === undefined || fees === 0 ? [] : [[fee, fees] as const]),
  ];
}
