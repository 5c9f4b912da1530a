/** The buttons and the edit form of a document page, and the actions that they post. */
import type * as z from 'zod';
import { html, type Html } from '../../html.ts';
import { toAmount } from '../core/amounts.ts';
import type { BankTransactionRecord, DocumentLine, JournalRecord } from '../core/records.ts';
import { DocumentAction } from '../core/person-actions.ts';

/** The path that the forms post to. */
export const ACTION_PATH = '/document/action';

type Action = z.input<typeof DocumentAction>['action'];

export function transactionForms(transaction: BankTransactionRecord): Html | null {
  const { status, isReconciled, date, reference, lines } = transaction;
  if (status === 'DELETED') return null;
  return html`
    <div class="row">
      ${button(transaction, isReconciled ? 'unreconcile' : 'reconcile', isReconciled ? 'Unreconcile' : 'Mark as reconciled')}
      ${button(transaction, 'delete', 'Delete')}
    </div>
    ${editForm(transaction, [field('date', 'Date', date, 'date'), field('reference', 'Reference', reference)], lines)}
  `;
}

export function journalForms(journal: JournalRecord): Html | null {
  if (journal.status !== 'POSTED') return null;
  const { narration, date, lines } = journal;
  return html`
    <div class="row">${button(journal, 'void', 'Void')}</div>
    ${editForm(journal, [field('narration', 'Narration', narration), field('date', 'Date', date, 'date')], lines)}
  `;
}

function button({ id, tenantId }: { id: string; tenantId: string }, action: Action, label: string): Html {
  return html`<form method="post" action="${ACTION_PATH}">
    ${hidden('tenantId', tenantId)} ${hidden('documentId', id)}
    <button class="plain" name="action" value="${action}">${label}</button>
  </form>`;
}

function editForm(
  { id, tenantId }: { id: string; tenantId: string },
  fields: readonly Html[],
  lines: readonly DocumentLine[],
): Html {
  return html`<details class="card">
    <summary>Edit</summary>
    <form method="post" action="${ACTION_PATH}">
      ${hidden('tenantId', tenantId)} ${hidden('documentId', id)} ${fields}
      ${lines.map(
        (line, index) =>
          html`${field('description', `Description of line ${index + 1}`, line.description)}
          ${field('lineAmount', `Amount of line ${index + 1}`, String(toAmount(line.cents)))}
          ${hidden('accountId', line.accountId)} ${hidden('taxType', line.taxType)}`,
      )}
      <button name="action" value="edit">Save</button>
    </form>
  </details>`;
}

function field(name: string, label: string, value: string, type = 'text'): Html {
  return html`<label>${label}<input type="${type}" name="${name}" value="${value}" /></label>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** Reads a posted form; null if it is not one of these forms. */
export function readAction(form: URLSearchParams): z.output<typeof DocumentAction> | null {
  const text = (name: string) => form.get(name) ?? undefined;
  const [descriptions, amounts, taxTypes] = ['description', 'lineAmount', 'taxType'].map((name) =>
    form.getAll(name),
  );
  const lines = form.getAll('accountId').map((accountId, index) => ({
    accountId,
    amount: Number(amounts?.[index]),
    description: descriptions?.[index],
    taxType: taxTypes?.[index],
  }));
  const parsed = DocumentAction.safeParse({
    tenantId: form.get('tenantId'),
    documentId: form.get('documentId'),
    action: form.get('action'),
    changes: {
      date: text('date'),
      reference: text('reference'),
      narration: text('narration'),
      lines: lines.length > 0 ? lines : undefined,
    },
  });
  return parsed.success ? parsed.data : null;
}
