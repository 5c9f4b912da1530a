/** The accounts of a ledger check by the loans that they are of, those that differ first. */
import type { AccountRow, Cause, LedgerCheck } from './ledger-check.ts';

/** A cause with its effect on each account. */
interface SharedCause {
  readonly cause: Cause;
  readonly effects: readonly { readonly account: AccountRow; readonly effect: string }[];
}

export interface AccountGroup {
  readonly id: string;
  /** The names of the loans. */
  readonly names: readonly string[];
  readonly accounts: readonly AccountRow[];
  readonly causes: readonly SharedCause[];
}

export const differs = ({ text }: AccountRow): boolean => text !== '';

const differingFirst = <Row>(rows: readonly Row[], isDiffering: (row: Row) => boolean): Row[] => [
  ...rows.filter(isDiffering),
  ...rows.filter((row) => !isDiffering(row)),
];

/** @param nameOf returns the name of a loan by its id. */
export function groupsOf({ accounts }: LedgerCheck, nameOf: (scheduleId: string) => string): AccountGroup[] {
  const groups = [...Map.groupBy(accounts, ({ scheduleIds }) => scheduleIds.toSorted().join())].map(
    ([id, rows]): AccountGroup => ({
      id,
      names: (rows[0]?.scheduleIds ?? []).map(nameOf),
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
