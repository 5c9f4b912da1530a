/** The pages of a bank transaction and a manual journal, with their buttons. */
import type * as z from 'zod';
import { html, type Html, table } from '../../html.ts';
import { netCents, totalsOf } from '../core/amounts.ts';
import { find, list, type Books } from '../core/books.ts';
import { messageDate } from '../core/dates.ts';
import type { CoreResponse } from '../core/http.ts';
import type { DocumentAction } from '../core/person-actions.ts';
import type {
  BankTransactionRecord,
  DocumentLine,
  InvoiceRecord,
  JournalRecord,
  PaymentRecord,
} from '../core/records.ts';
import { amount, contactName, organisationPage } from './layout.ts';

/** The path that the buttons post to. */
export const ACTION_PATH = '/document/action';

export function transactionPage(books: Books, transaction: BankTransactionRecord): CoreResponse {
  const { lines, lineAmountTypes, status } = transaction;
  const bank = find(books, 'accounts', transaction.bankAccountId);
  const { subTotal, tax, total } = totalsOf(lines, lineAmountTypes);
  return organisationPage(
    books.organisation,
    transaction.type.startsWith('SPEND') ? 'Spend money' : 'Receive money',
    html`
      <section class="card">
        <dl>
          <dt>To</dt>
          <dd>${contactName(books, transaction.contactId)}</dd>
          <dt>From</dt>
          <dd>${bank?.code} ${bank?.name}</dd>
          <dt>Date</dt>
          <dd>${messageDate(transaction.date)}</dd>
          <dt>Reference</dt>
          <dd>${transaction.reference}</dd>
          <dt>Status</dt>
          <dd>${status === 'DELETED' ? 'Deleted' : 'Authorised'}, amounts: ${lineAmountTypes}</dd>
          <dt>Bank statement</dt>
          <dd>${transaction.isReconciled ? 'Reconciled' : 'Not reconciled'}</dd>
          ${source(transaction.url)}
        </dl>
      </section>
      <section class="card">
        ${table(
          lines.map((line) => [line.description, accountName(books, line), line.taxType, amount(line.cents)]),
          {
            heads: ['Description', 'Account', 'Tax', `Amount ${transaction.currency}`],
            foot: [
              `Total (of it tax ${amount(tax) || '0.00'}, net ${amount(subTotal)})`,
              '',
              '',
              amount(total),
            ],
            amounts: 1,
          },
        )}
      </section>
      ${transactionForms(transaction)}
    `,
  );
}

export function journalPage(books: Books, journal: JournalRecord): CoreResponse {
  const { lines, lineAmountTypes, status } = journal;
  const gross = (line: DocumentLine) => netCents(line, lineAmountTypes) + line.taxCents;
  const debits = lines.map(gross).filter((cents) => cents > 0);
  const total = debits.reduce((sum, cents) => sum + cents, 0);
  return organisationPage(
    books.organisation,
    'Manual journal',
    html`
      <section class="card">
        <dl>
          <dt>Narration</dt>
          <dd>${journal.narration}</dd>
          <dt>Date</dt>
          <dd>${messageDate(journal.date)}</dd>
          <dt>Status</dt>
          <dd>${status}, amounts: ${lineAmountTypes}</dd>
          ${source(journal.url)}
        </dl>
      </section>
      <section class="card">
        ${table(
          lines.map((line) => [
            line.description,
            accountName(books, line),
            `${line.taxType} ${amount(line.taxCents)}`,
            amount(Math.max(line.cents, 0)),
            amount(Math.max(-line.cents, 0)),
          ]),
          {
            heads: ['Description', 'Account', 'Tax', 'Debit', 'Credit'],
            foot: ['Total, with tax', '', '', amount(total), amount(total)],
            amounts: 2,
          },
        )}
      </section>
      ${journalForms(journal)}
    `,
  );
}

/** A bill or sales invoice with its payments. */
export function invoicePage(books: Books, invoice: InvoiceRecord): CoreResponse {
  const { lines, lineAmountTypes, status } = invoice;
  const payments = list(books, 'payments').filter(({ invoiceId }) => invoiceId === invoice.id);
  const isOpen = status !== 'VOIDED' && payments.every((payment) => payment.status === 'DELETED');
  return organisationPage(
    books.organisation,
    `${invoice.type === 'ACCPAY' ? 'Bill' : 'Invoice'} ${invoice.number}`,
    html`
      <section class="card">
        <dl>
          <dt>Contact</dt>
          <dd>${contactName(books, invoice.contactId)}</dd>
          <dt>Date</dt>
          <dd>${messageDate(invoice.date)}</dd>
          <dt>Status</dt>
          <dd>${status}, amounts: ${lineAmountTypes}</dd>
        </dl>
      </section>
      <section class="card">
        ${table(
          lines.map((line) => [line.description, accountName(books, line), line.taxType, amount(line.cents)]),
          {
            heads: ['Description', 'Account', 'Tax', `Amount ${invoice.currency}`],
            foot: ['Total', '', '', amount(totalsOf(lines, lineAmountTypes).total)],
            amounts: 1,
          },
        )}
      </section>
      <section class="card">
        <h2>Payments</h2>
        ${table(
          payments.map((payment) => [
            messageDate(payment.date),
            find(books, 'accounts', payment.bankAccountId)?.name,
            payment.status === 'DELETED' ? 'Deleted' : paymentForms(payment),
            amount(payment.bankCents),
          ]),
          { amounts: 1 },
        )}
      </section>
      ${isOpen && html`<div class="row">${button(invoice, 'void', 'Void')}</div>`}
    `,
  );
}

const paymentForms = (payment: PaymentRecord): Html =>
  html`<div class="row">
    ${payment.isReconciled ? button(payment, 'unreconcile', 'Unreconcile') : button(payment, 'delete', 'Remove payment')}
  </div>`;

function accountName(books: Books, line: DocumentLine): string {
  const account = find(books, 'accounts', line.accountId);
  return `${account?.code ?? ''} ${account?.name ?? ''}`.trim();
}

/** The link back to the app that posted the document. */
function source(url: string | undefined): Html | null {
  if (url === undefined) return null;
  return html`<dt>Source</dt>
    <dd><a href="${url}">Go to Paydown</a></dd>`;
}

function transactionForms(transaction: BankTransactionRecord): Html | null {
  const { status, isReconciled } = transaction;
  if (status === 'DELETED') return null;
  const [action, label] = isReconciled
    ? (['unreconcile', 'Unreconcile'] as const)
    : (['reconcile', 'Mark as reconciled'] as const);
  return html`<div class="row">
    ${button(transaction, action, label)} ${button(transaction, 'delete', 'Delete')}
  </div>`;
}

const journalForms = (journal: JournalRecord): Html | null =>
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
