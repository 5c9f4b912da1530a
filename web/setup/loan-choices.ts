/** The choices of a set-up for each of its loans: prefilled, and remembered for the entity by kind of contract. */
import { LIABILITY_MODES, type LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { usualMode } from '../../domain/contract/contract-kinds.ts';
import type { ScheduleSummary } from '../data/answers.ts';
import type { SetupRequest } from './set-up-loans.ts';
import type { ChosenTracking } from '../xero/tracking-selects.tsx';

/** What a person chose for a loan; absent: as the others. */
export interface OwnChoices {
  readonly isLeftOut?: boolean;
  readonly liability?: LiabilityMode;
  readonly bankAccountId?: string;
  readonly openingAccountId?: string;
  readonly lender?: string;
  readonly tracking?: ChosenTracking;
}

export type ChoicesByLoan = Readonly<Record<string, OwnChoices>>;

/** The choices for all loans. */
interface Common {
  /** `usual`: by the kind of each contract. */
  readonly liability: LiabilityMode | 'usual';
  readonly mapping: { readonly bankAccountId: string | null };
  readonly accountId: string;
  readonly own: ChoicesByLoan;
  /** The own choice of all loans; null follows the entity's. */
  readonly tracking: ChosenTracking | null;
}

export type LoanChoices = ReturnType<typeof choicesOf>;

/** What holds for a loan in the end; an empty account is still to be chosen. */
export function choicesOf({ liability, mapping, accountId, own, tracking }: Common, loan: ScheduleSummary) {
  const chosen = own[loan.id] ?? {};
  return {
    isLeftOut: chosen.isLeftOut === true,
    liability: chosen.liability ?? (liability === 'usual' ? usualMode(loan.kind) : liability),
    bankAccountId: chosen.bankAccountId ?? mapping.bankAccountId ?? '',
    openingAccountId: chosen.openingAccountId ?? accountId,
    lender: chosen.lender ?? loan.lender,
    tracking: chosen.tracking ?? tracking ?? loan.tracking,
  };
}

/** Returns the loans that are set up. */
export const takenOf = (own: ChoicesByLoan, loans: readonly ScheduleSummary[]): ScheduleSummary[] =>
  loans.filter(({ id }) => own[id]?.isLeftOut !== true);

/** Returns what the wire says of each loan. */
export const loansOf = (common: Common, loans: readonly ScheduleSummary[], hasOpening: boolean) =>
  loans.map((loan): NonNullable<SetupRequest['loans']>[number] => {
    const { liability, bankAccountId, openingAccountId, lender } = choicesOf(common, loan);
    const tracking = common.own[loan.id]?.tracking;
    return {
      scheduleId: loan.id,
      liability,
      bankAccountId,
      ...(hasOpening && openingAccountId !== '' && { openingAccountId }),
      ...(lender !== loan.lender && { lender }),
      ...(tracking && { tracking }),
    };
  });

const placeOf = (entityId: string): string => `paydown.set-up.${entityId}`;

type ByKind = Readonly<Record<string, Pick<OwnChoices, 'liability' | 'bankAccountId' | 'openingAccountId'>>>;

/** Keeps the choices for the entity's next loans of the kinds. */
export function rememberChoices(entityId: string, common: Common, loans: readonly ScheduleSummary[]): void {
  const before = read(entityId);
  const byKind = Object.fromEntries(
    loans.map((loan) => {
      const { liability, bankAccountId, openingAccountId } = choicesOf(common, loan);
      // A loan with a purchase may have taken none.
      const contra = openingAccountId || before[loan.kind]?.openingAccountId;
      return [loan.kind, { liability, bankAccountId, ...(contra && { openingAccountId: contra }) }];
    }),
  );
  localStorage.setItem(placeOf(entityId), JSON.stringify({ ...before, ...byKind }));
}

/**
 * Returns what loans are offered: the accounts of a refinance, else what the entity's last loan of the kind took.
 * @param isKnown whether an account is still in the chart
 */
export function offeredChoices(
  entityId: string,
  loans: readonly ScheduleSummary[],
  isKnown: (accountId: string | undefined) => boolean,
): ChoicesByLoan {
  const remembered = read(entityId);
  return Object.fromEntries(
    loans.map((loan): [string, OwnChoices] => {
      const before = remembered[loan.kind] ?? {};
      const liability = LIABILITY_MODES.find((mode) => mode === before.liability);
      const bankAccountId = loan.xeroAccount.bankAccountId ?? before.bankAccountId;
      const openingAccountId = loan.clearingAccountId ?? before.openingAccountId;
      return [
        loan.id,
        {
          ...(liability && { liability }),
          ...(bankAccountId && isKnown(bankAccountId) && { bankAccountId }),
          ...(openingAccountId && isKnown(openingAccountId) && { openingAccountId }),
        },
      ];
    }),
  );
}

function read(entityId: string): ByKind {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(placeOf(entityId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as ByKind) : {};
  } catch {
    return {};
  }
}
