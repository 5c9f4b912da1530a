/** An organisation's dashboard and chart of accounts. */
import { html, type Html, table } from '../../html.ts';
import { totalsOf } from '../core/amounts.ts';
import { list, type Books } from '../core/books.ts';
import { messageDate } from '../core/dates.ts';
import type { CoreResponse } from '../core/http.ts';
import { balances } from '../core/ledger.ts';
import type { AccountClass } from '../core/records.ts';
import type { OrganisationRecord } from '../core/state.ts';
import { amount, billPath, contactName, organisationPage } from './layout.ts';

const LATEST = 25;

export function dashboard(books: Books): CoreResponse {
  const { organisation } = books;
  const totals = balances(books);
  const banks = list(books, 'accounts').filter((account) => account.bank !== null);
  return organisationPage(
    organisation,
    'Dashboard',
    html`
      <div class="columns">
        ${banks.map(
          (bank) =>
            html`<section class="card">
              <h2>${bank.name}</h2>
              <p class="price">${amount(totals.get(bank.id) ?? 0) || '0.00'}</p>
              <p class="muted">${bank.bank?.number} · ${bank.bank?.currency}</p>
            </section>`,
        )}
      </div>
      ${latestPayments(books)} ${latestBills(books)} ${latestJournals(books)} ${lockDates(organisation)}
    `,
  );
}

function latestPayments(books: Books): Html {
  const rows = list(books, 'bankTransactions')
    .toReversed()
    .slice(0, LATEST)
    .map((each) => [
      messageDate(each.date),
      html`<a href="/Bank/ViewTransaction.aspx?bankTransactionID=${each.id}"
        >${contactName(books, each.contactId) || each.type}</a
      >`,
      each.reference,
      each.status === 'DELETED' ? 'Deleted' : each.isReconciled && 'Reconciled',
      amount(totalsOf(each.lines, each.lineAmountTypes).total),
    ]);
  return html`<section class="card">
    <h2>Spend and receive money</h2>
    ${table(rows, { amounts: 1 })}
  </section>`;
}

function latestBills(books: Books): Html {
  const rows = list(books, 'invoices')
    .toReversed()
    .slice(0, LATEST)
    .map((each) => [
      messageDate(each.date),
      html`<a href="${billPath(each.id)}">${each.number}</a>`,
      contactName(books, each.contactId),
      amount(totalsOf(each.lines, each.lineAmountTypes).total),
    ]);
  return html`<section class="card">
    <h2>Bills and sales invoices</h2>
    ${table(rows, { amounts: 1 })}
  </section>`;
}

function latestJournals(books: Books): Html {
  const rows = list(books, 'manualJournals')
    .toReversed()
    .slice(0, LATEST)
    .map((each) => [
      messageDate(each.date),
      html`<a href="/Journal/View.aspx?invoiceID=${each.id}">${each.narration}</a>`,
      each.status,
    ]);
  return html`<section class="card">
    <h2>Manual journals</h2>
    ${table(rows)}
  </section>`;
}

function lockDates({ tenantId, periodLockDate, endOfYearLockDate }: OrganisationRecord): Html {
  return html`<section class="card">
    <h2>Lock dates</h2>
    <form method="post" action="/Settings/LockDates">
      <input type="hidden" name="tenantId" value="${tenantId}" />
      <label>
        Lock all users except advisers on and before
        <input type="date" name="periodLockDate" value="${periodLockDate}" />
      </label>
      <label>
        Lock all users on and before
        <input type="date" name="endOfYearLockDate" value="${endOfYearLockDate}" />
      </label>
      <button>Save</button>
    </form>
  </section>`;
}

const CLASS_TITLES: Readonly<Record<AccountClass, string>> = {
  ASSET: 'Assets',
  LIABILITY: 'Liabilities',
  EQUITY: 'Equity',
  EXPENSE: 'Expenses',
  REVENUE: 'Revenue',
};

export function chart(books: Books): CoreResponse {
  const totals = balances(books);
  const accounts = list(books, 'accounts').toSorted((one, other) =>
    (one.code ?? '').localeCompare(other.code ?? ''),
  );
  const rowsOf = (accountClass: string) =>
    accounts
      .filter((account) => account.class === accountClass)
      .map((account) => {
        const cents = totals.get(account.id) ?? 0;
        return [
          account.code,
          `${account.name}${account.status === 'ARCHIVED' ? ' (archived)' : ''}`,
          account.type,
          amount(Math.max(cents, 0)),
          amount(Math.max(-cents, 0)),
        ];
      });
  return organisationPage(
    books.organisation,
    'Chart of accounts',
    html`${Object.entries(CLASS_TITLES).map(
      ([accountClass, title]) =>
        html`<section class="card">
          <h2>${title}</h2>
          ${table(rowsOf(accountClass), { heads: ['Code', 'Name', 'Type', 'Debit', 'Credit'], amounts: 2 })}
        </section>`,
    )}`,
  );
}
