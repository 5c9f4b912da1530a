/** The buttons of a document page. */
import type * as z from 'zod';
import { html, type Html } from '../../html.ts';
import type { DocumentAction } from '../core/person-actions.ts';
import type { BankTransactionRecord, JournalRecord } from '../core/records.ts';

/** The path that the buttons post to. */
export const ACTION_PATH = '/document/action';

export function transactionForms(transaction: BankTransactionRecord): Html | null {
  const { status, isReconciled } = transaction;
  if (status === 'DELETED') return null;
  const [action, label] = isReconciled
    ? (['unreconcile', 'Unreconcile'] as const)
    : (['reconcile', 'Mark as reconciled'] as const);
  return html`<div class="row">
    ${button(transaction, action, label)} ${button(transaction, 'delete', 'Delete')}
  </div>`;
}

export const journalForms = (journal: JournalRecord): Html | null =>
  journal.status === 'POSTED' ? html`<div class="row">${button(journal, 'void', 'Void')}</div>` : null;

function button(
  { id, tenantId }: { id: string; tenantId: string },
  action: z.input<typeof DocumentAction>['action'],
  label: string,
): Html {
  return html`<form method="post" action="${ACTION_PATH}">
    <input type="hidden" name="tenantId" value="${tenantId}" />
    <input type="hidden" name="documentId" value="${id}" />
    <button class="plain" name="action" value="${action}">${label}</button>
  </form>`;
}
