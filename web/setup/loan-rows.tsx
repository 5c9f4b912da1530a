import type { LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { contractKindLabel } from '../../domain/contract/contract-kinds.ts';
import type { ScheduleSummary } from '../data/answers.ts';
import { type Column, Table } from '../ui/table.tsx';
import type { Choice } from '../ui/select-field.tsx';
import { Choose } from '../xero/choose.tsx';
import type { LoanChoices, OwnChoices } from './loan-choices.ts';
import { opensWithPurchase } from './opens-with-purchase.ts';
import { NONE, optionsOf, type Tracking, withOption } from '../xero/tracking-selects.tsx';

const METHODS: readonly { readonly value: LiabilityMode; readonly label: string }[] = [
  { value: 'each', label: 'Four accounts' },
  { value: 'shared', label: 'Four shared' },
  { value: 'net', label: 'One account' },
];

interface LoanRowsProps {
  readonly loans: readonly ScheduleSummary[];
  readonly choicesFor: (loan: ScheduleSummary) => LoanChoices;
  /** The day of the opening balances; null for none. */
  readonly openingDate: string | null;
  readonly banks: readonly Choice<string>[];
  readonly contras: readonly Choice<string>[];
  /** Undefined until loaded. */
  readonly tracking: Tracking | undefined;
  readonly onChange: (scheduleId: string, changes: OwnChoices) => void;
}

/** A row for each loan that is set up: its contact, method and accounts, and whether it is left out. */
export function LoanRows({
  loans,
  choicesFor,
  openingDate,
  banks,
  contras,
  tracking,
  onChange,
}: LoanRowsProps) {
  const categories = tracking?.categories.filter(({ isArchived }) => !isArchived) ?? [];
  const columns: readonly (Column | false)[] = [
    { label: 'Loan' },
    { label: 'Lender' },
    { label: 'Method' },
    openingDate !== null && { label: 'Contra' },
    { label: 'Bank' },
    ...categories.map(({ name }) => ({ label: name })),
  ];
  return (
    <section className="card set-up-loans" aria-label="Loans">
      <Table label="Loans to set up" columns={columns} className="table-stack">
        <tbody>
          {loans.map((loan) => {
            const { id, description, kind } = loan;
            const choices = choicesFor(loan);
            const { isLeftOut, liability, bankAccountId, openingAccountId, lender } = choices;
            const set = (changes: OwnChoices): void => onChange(id, changes);
            return (
              <tr key={id}>
                <td className="name">
                  <label className="pick">
                    <input
                      type="checkbox"
                      aria-label={`Set up ${description}`}
                      checked={!isLeftOut}
                      onChange={({ currentTarget }) => set({ isLeftOut: !currentTarget.checked })}
                    />
                    <span>
                      {description}
                      {kind !== '' && <span className="cell-detail">{contractKindLabel(kind)}</span>}
                    </span>
                  </label>
                </td>
                <td data-label="Lender">
                  <input
                    className="input"
                    aria-label={`Lender of ${description}`}
                    placeholder="Named as the loan"
                    disabled={isLeftOut}
                    value={lender}
                    onChange={({ currentTarget }) => set({ lender: currentTarget.value })}
                  />
                </td>
                <td data-label="Method">
                  <Choose
                    label={`Method of ${description}`}
                    choices={METHODS}
                    value={liability}
                    isDisabled={isLeftOut}
                    onChange={(value) =>
                      set({ liability: METHODS.find((method) => method.value === value)?.value ?? liability })
                    }
                  />
                </td>
                {openingDate !== null && (
                  <td data-label="Contra">
                    {opensWithPurchase(loan, openingDate) ? (
                      'The purchase'
                    ) : (
                      <Choose
                        label={`Contra of ${description}`}
                        choices={contras}
                        value={openingAccountId}
                        isDisabled={isLeftOut}
                        onChange={(value) => set({ openingAccountId: value })}
                      />
                    )}
                  </td>
                )}
                <td data-label="Bank">
                  <Choose
                    label={`Bank of ${description}`}
                    choices={banks}
                    value={bankAccountId}
                    isDisabled={isLeftOut}
                    onChange={(value) => set({ bankAccountId: value })}
                  />
                </td>
                {categories.map((category) => {
                  // A loan whose list was used takes no option of a category that was archived since.
                  const inForce = (choices.tracking ?? tracking?.tracking ?? []).filter((one) =>
                    categories.some(({ id: known }) => known === one.categoryId),
                  );
                  const chosen = inForce.find(({ categoryId }) => categoryId === category.id)?.optionId;
                  return (
                    <td key={category.id} data-label={category.name}>
                      <Choose
                        label={`${category.name} of ${description}`}
                        choices={[
                          { value: NONE, label: 'None' },
                          ...optionsOf(category, chosen).map(({ id: value, name, isArchived }) => ({
                            value,
                            label: isArchived ? `${name} (archived)` : name,
                          })),
                        ]}
                        value={chosen ?? NONE}
                        isDisabled={isLeftOut}
                        onChange={(optionId) => set({ tracking: withOption(inForce, category.id, optionId) })}
                      />
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}
