/** The accounts of a ledger check by the loans, or the registers, that they are of, those that differ first. */
import type { AccountRow, Cause, LedgerCheck } from './ledger-check.ts';

/** A cause with its effect on each account. */
interface SharedCause {
  readonly cause: Cause;
  readonly effects: readonly { readonly account: AccountRow; readonly effect: string }[];
}

export interface AccountGroup {
  readonly id: string;
  readonly of: 'loans' | 'registers';
  /** The names of the loans or registers. */
  readonly names: readonly string[];
  readonly accounts: readonly AccountRow[];
  readonly causes: readonly SharedCause[];
}

export const differs = ({ text }: AccountRow): boolean => text !== '';

const differingFirst = <Row>(rows: readonly Row[], isDiffering: (row: Row) => boolean): Row[] => [
  ...rows.filter(isDiffering),
  ...rows.filter((row) => !isDiffering(row)),
];

/** The loans of an account, or its registers where it has no loan. */
const ownersOf = ({ scheduleIds, registerIds }: AccountRow): readonly string[] =>
  scheduleIds.length > 0 ? scheduleIds : registerIds;

/** @param nameOf returns the name of a loan or register by its id. */
export function groupsOf({ accounts }: LedgerCheck, nameOf: (id: string) => string): AccountGroup[] {
  const groups = [...Map.groupBy(accounts, (row) => ownersOf(row).toSorted().join())].map(
    ([id, rows]): AccountGroup => ({
      id,
      of: rows.some(({ scheduleIds }) => scheduleIds.length > 0) ? 'loans' : 'registers',
      names: (rows[0] ? ownersOf(rows[0]) : []).map(nameOf),
      accounts: differingFirst(rows, differs),
      causes: causesOf(rows),
    }),
  );
  return differingFirst(groups, (group) => group.accounts.some(differs));
}

/** Each cause once. What others posted, and what is known of one account, stays with that account. */
function causesOf(accounts: readonly AccountRow[]): SharedCause[] {
  const all = accounts.flatMap((account) => account.causes.map((cause) => ({ account, cause })));
  const bySummary = Map.groupBy(all, ({ account, cause: { kind, summary } }) =>
    [kind, summary, ...(kind === 'other' ? [account.accountId] : [])].join('\n'),
  );
  return [...bySummary.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    return [
      {
        cause: first.cause,
        effects: same.map(({ account, cause: { effect } }) => ({ account, effect })),
      },
    ];
  });
}
