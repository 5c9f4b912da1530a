/** Actions that only a person can take, in a browser. */

/** Details of a change that a person makes in Xero or Stripe. */
export type Task =
  | {
      readonly kind: 'lock dates';
      readonly tenantId: string;
      /** Null removes the date. */
      readonly periodLockDate: string | null;
      readonly endOfYearLockDate: string | null;
    }
  | { readonly kind: 'role'; readonly tenantId: string; readonly role: 'adviser' | 'standard' }
  | { readonly kind: 'disconnect'; readonly tenantId: string }
  | { readonly kind: 'merge contacts'; readonly tenantId: string; readonly from: Named; readonly into: Named }
  | {
      readonly kind: 'reconcile' | 'unreconcile';
      readonly tenantId: string;
      readonly documentId: string;
      readonly reference: string;
    }
  | { readonly kind: 'pay bills'; readonly tenantId: string; readonly bankAccountId: string }
  | { readonly kind: 'open page'; readonly url: string; readonly shows: string }
  | { readonly kind: 'pay'; readonly url: string; readonly card: string; readonly abn: string }
  | { readonly kind: 'confirm change' | 'cancel subscription'; readonly url: string };

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Person {
  /** Returns the address that consent at Xero redirects to. */
  consent(authoriseUrl: string): Promise<URL>;
  /** Returns false when the person skips the task or sees something else. */
  perform(task: Task): Promise<boolean>;
}

/** The task as an instruction on the screen. */
export function instructionOf(task: Task): string {
  switch (task.kind) {
    case 'lock dates':
      return (
        'In Xero, open Accounting > Advanced > Financial settings > Lock dates, and set\n' +
        `  "Stop all users (except advisers)": ${task.periodLockDate ?? 'empty'}\n` +
        `  "Stop all users": ${task.endOfYearLockDate ?? 'empty'}`
      );
    case 'role':
      return task.role === 'standard'
        ? 'In Xero, open Settings > Users, and change the connecting user to Standard without reports (another adviser must do it).'
        : 'In Xero, open Settings > Users, and change the connecting user back to Adviser.';
    case 'disconnect':
      return 'In Xero, open Settings > Connected apps, and disconnect the app.';
    case 'merge contacts':
      return `In Xero, open Contacts, and merge "${task.from.name}" into "${task.into.name}".`;
    case 'reconcile':
    case 'unreconcile':
      return `In Xero, mark the spend money "${task.reference}" as ${task.kind}d (Account transactions, More).`;
    case 'pay bills':
      return 'In Xero, from the first bank account and today: pay a bill of $71.11, pay bills of $72.22 and $73.33 as one batch, transfer $74.44 to another account, spend a prepayment of $75.55, and an overpayment of $76.66.';
    case 'open page':
      return `Open ${task.url}\nDoes it show ${task.shows}?`;
    case 'pay':
      return `Open ${task.url}\nPay with the card ${task.card}, any future expiry and CVC, an Australian address, and the ABN ${task.abn}.`;
    case 'confirm change':
      return `Open ${task.url}\nConfirm the change of plan.`;
    case 'cancel subscription':
  }
  return `Open ${task.url}\nCancel the subscription.`;
}
