import type { ScheduleSummary } from '../data/answers.ts';
import type { FormErrors } from '../ui/use-submit.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import type { AccountFor, PurchaseDraft } from './purchase-draft.ts';

/** The properties that the parts of the invoice's form share. */
export interface PurchaseFieldsProps {
  readonly draft: PurchaseDraft;
  readonly errors: FormErrors;
  /** The accounts that a journal can be posted to. */
  readonly accounts: readonly LedgerAccount[];
  readonly usual: AccountFor;
  /** The entity's other schedules. */
  readonly others: readonly ScheduleSummary[];
  readonly entityId: string;
  readonly onChange: (change: Partial<PurchaseDraft>) => void;
}
