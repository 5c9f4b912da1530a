/** The pages that "View in Xero" links open, and the few things that can be done by hand there. */
import { html, type Html } from '../../html.ts';
import { netCents, totalsOf } from '../core/amounts.ts';
import { find, list, type Books } from '../core/books.ts';
import { changeOrganisation, changeStatus, wholeBooks } from '../core/control.ts';
import type { XeroCore } from '../core/core.ts';
import { spokenDate } from '../core/dates.ts';
import type { CoreRequest, CoreResponse } from '../core/http.ts';
import { balances } from '../core/ledger.ts';
import type { AccountClass, BankTransactionRecord, DocumentLine, JournalRecord } from '../core/records.ts';
import type { OrganisationRecord } from '../core/state.ts';
import { amount, redirect, show, showIn, showNothing } from './layout.ts';

const LATEST = 25;

/** Answers a browser. */
export function answerPage(core: XeroCore, request: CoreRequest, now: number): CoreResponse {
  const query = new URLSearchParams(request.query);
  const form = new URLSearchParams(request.body);
  const { organisations, bankTransactions, manualJournals } = core.state.records;
  const inBooks = (tenantId: string | undefined, view: (books: Books) => CoreResponse) => {
    const organisation = organisations.get(tenantId ?? '');
    return organisation === undefined ? showNothing() : view(wholeBooks(core.state, organisation, now));
  };

  switch (`${request.method} ${request.path.toLowerCase()}`) {
    case 'GET /':
      return home(core);
    case 'GET /organisationlogin/default.aspx':
      return login(core, query);
    case 'GET /dashboard/default.aspx':
      return inBooks(current(core, request)?.tenantId, dashboard);
    case 'GET /generalledger/chartofaccounts.aspx':
      return inBooks(current(core, request)?.tenantId, chart);
    case 'GET /bank/viewtransaction.aspx': {
      const transaction = bankTransactions.get(idIn(query, 'bankTransactionID'));
      return inBooks(transaction?.tenantId, (books) =>
        transaction ? transactionPage(books, transaction) : showNothing(),
      );
    }
    case 'GET /journal/view.aspx': {
      const journal = manualJournals.get(idIn(query, 'invoiceID'));
      return inBooks(journal?.tenantId, (books) => (journal ? journalPage(books, journal) : showNothing()));
    }
    case 'POST /settings/lockdates':
      changeOrganisation(core.state, form.get('tenantId') ?? '', {
        periodLockDate: form.get('periodLockDate') || null,
        endOfYearLockDate: form.get('endOfYearLockDate') || null,
      });
      return redirect('/Dashboard/default.aspx');
    case 'POST /bank/delete':
      changeStatus(core.state, form.get('id') ?? '', 'DELETED', now);
      return redirect(`/Bank/ViewTransaction.aspx?bankTransactionID=${form.get('id') ?? ''}`);
    case 'POST /journal/void':
      changeStatus(core.state, form.get('id') ?? '', 'VOIDED', now);
      return redirect(`/Journal/View.aspx?invoiceID=${form.get('id') ?? ''}`);
    default:
      return showNothing();
  }
}

function idIn(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').toLowerCase();
}

/** The organisation somebody looked at last, or the first. */
function current(core: XeroCore, request: CoreRequest): OrganisationRecord | undefined {
  const organisations = [...core.state.records.organisations.values()];
  const shortCode = /(?:^|; )organisation=([^;]+)/.exec(request.headers['cookie'] ?? '')?.[1];
  return organisations.find((each) => each.shortCode === shortCode) ?? organisations[0];
}

/** Deep links name the organisation, then the page. Only pages of this site are gone to. */
function login(core: XeroCore, query: URLSearchParams): CoreResponse {
  const shortCode = query.get('shortcode') ?? '';
  const target = query.get('redirecturl') ?? '/Dashboard/default.aspx';
  const known = [...core.state.records.organisations.values()].some((each) => each.shortCode === shortCode);
  if (!known || !/^\/[^/\\]/.test(target)) return showNothing();
  return redirect(target, { 'set-cookie': `organisation=${shortCode}; Path=/; HttpOnly; SameSite=Lax` });
}

function home(core: XeroCore): CoreResponse {
  const rows = Array.from(
    core.state.records.organisations.values(),
    ({ name, shortCode, baseCurrency }) =>
      html`<tr>
        <td>
          <a href="/organisationlogin/default.aspx?shortcode=${shortCode}&redirecturl=/Dashboard/default.aspx"
            >${name}</a
          >
        </td>
        <td>${baseCurrency}</td>
      </tr>`,
  );
  return show(
    200,
    'Simulated Xero',
    html`<h1>Simulated Xero</h1>
      <p class="muted">All it holds: <a href="/_control/state">as JSON</a>.</p>
      <section class="card">
        <table>
          <thead>
            <tr>
              <th scope="col">Organisation</th>
              <th scope="col">Currency</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </section>`,
  );
}

function dashboard(books: Books): CoreResponse {
  const { organisation } = books;
  const totals = balances(books);
  const banks = list(books, 'accounts').filter((account) => account.bank !== null);
  return showIn(
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
      ${latestPayments(books)} ${latestJournals(books)} ${lockDates(organisation)}
    `,
  );
}

function latestPayments(books: Books): Html {
  const rows = list(books, 'bankTransactions')
    .toReversed()
    .slice(0, LATEST)
    .map(
      (each) =>
        html`<tr>
          <td>${spokenDate(each.date)}</td>
          <td>
            <a href="/Bank/ViewTransaction.aspx?bankTransactionID=${each.id}"
              >${find(books, 'contacts', each.contactId)?.name}</a
            >
          </td>
          <td class="muted">${each.reference}</td>
          <td>${each.status === 'DELETED' ? 'Deleted' : null}</td>
          <td class="amount">${amount(totalsOf(each.lines, each.lineAmountTypes).total)}</td>
        </tr>`,
    );
  return html`<section class="card">
    <h2>Spend money</h2>
    <table>
      ${
        rows.length > 0
          ? rows
          : html`<tr>
              <td class="muted">Nothing yet</td>
            </tr>`
      }
    </table>
  </section>`;
}

function latestJournals(books: Books): Html {
  const rows = list(books, 'manualJournals')
    .toReversed()
    .slice(0, LATEST)
    .map(
      (each) =>
        html`<tr>
          <td>${spokenDate(each.date)}</td>
          <td><a href="/Journal/View.aspx?invoiceID=${each.id}">${each.narration}</a></td>
          <td>${each.status}</td>
        </tr>`,
    );
  return html`<section class="card">
    <h2>Manual journals</h2>
    <table>
      ${
        rows.length > 0
          ? rows
          : html`<tr>
              <td class="muted">Nothing yet</td>
            </tr>`
      }
    </table>
  </section>`;
}

function lockDates({ tenantId, periodLockDate, endOfYearLockDate }: OrganisationRecord): Html {
  return html`<section class="card">
    <h2>Lock dates</h2>
    <form method="post" action="/Settings/LockDates">
      <input type="hidden" name="tenantId" value="${tenantId}" />
      <label>
        Nobody but advisers may change anything on or before
        <input type="date" name="periodLockDate" value="${periodLockDate}" />
      </label>
      <label>
        Nobody may change anything on or before
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

function chart(books: Books): CoreResponse {
  const totals = balances(books);
  const accounts = list(books, 'accounts').toSorted((one, other) =>
    (one.code ?? '').localeCompare(other.code ?? ''),
  );
  const rowsOf = (accountClass: string) =>
    accounts
      .filter((account) => account.class === accountClass)
      .map((account) => {
        const cents = totals.get(account.id) ?? 0;
        return html`<tr>
          <td>${account.code}</td>
          <td>
            ${account.name}
            ${account.status === 'ARCHIVED' ? html`<span class="muted">archived</span>` : null}
          </td>
          <td class="muted">${account.type}</td>
          <td class="amount">${amount(Math.max(cents, 0))}</td>
          <td class="amount">${amount(Math.max(-cents, 0))}</td>
        </tr>`;
      });
  return showIn(
    books.organisation,
    'Chart of accounts',
    html`${Object.entries(CLASS_TITLES).map(
      ([accountClass, title]) =>
        html`<section class="card">
          <h2>${title}</h2>
          <table>
            <thead>
              <tr>
                <th scope="col">Code</th>
                <th scope="col">Name</th>
                <th scope="col">Type</th>
                <th scope="col" class="amount">Debit</th>
                <th scope="col" class="amount">Credit</th>
              </tr>
            </thead>
            <tbody>
              ${rowsOf(accountClass)}
            </tbody>
          </table>
        </section>`,
    )}`,
  );
}

function transactionPage(books: Books, transaction: BankTransactionRecord): CoreResponse {
  const { lines, lineAmountTypes, status } = transaction;
  const bank = find(books, 'accounts', transaction.bankAccountId);
  const { subTotal, tax, total } = totalsOf(lines, lineAmountTypes);
  return showIn(
    books.organisation,
    'Spend money',
    html`
      <section class="card">
        <dl>
          <dt>To</dt>
          <dd>${find(books, 'contacts', transaction.contactId)?.name}</dd>
          <dt>From</dt>
          <dd>${bank?.code} ${bank?.name}</dd>
          <dt>Date</dt>
          <dd>${spokenDate(transaction.date)}</dd>
          <dt>Reference</dt>
          <dd>${transaction.reference}</dd>
          <dt>Status</dt>
          <dd>${status === 'DELETED' ? 'Deleted' : 'Authorised'}, amounts: ${lineAmountTypes}</dd>
        </dl>
      </section>
      <section class="card">
        <table>
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col">Account</th>
              <th scope="col">Tax</th>
              <th scope="col" class="amount">Amount ${transaction.currency}</th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              (line) =>
                html`<tr>
                  <td>${line.description}</td>
                  <td>${accountName(books, line)}</td>
                  <td class="muted">${line.taxType}</td>
                  <td class="amount">${amount(line.cents)}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colspan="3">Total (of it tax ${amount(tax) || '0.00'}, net ${amount(subTotal)})</td>
              <td class="amount">${amount(total)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      ${status === 'DELETED' ? null : action('/Bank/Delete', transaction.id, 'Delete')}
    `,
  );
}

function journalPage(books: Books, journal: JournalRecord): CoreResponse {
  const { lines, lineAmountTypes, status } = journal;
  const gross = (line: DocumentLine) => netCents(line, lineAmountTypes) + line.taxCents;
  const debits = lines.map(gross).filter((cents) => cents > 0);
  const total = debits.reduce((sum, cents) => sum + cents, 0);
  return showIn(
    books.organisation,
    'Manual journal',
    html`
      <section class="card">
        <dl>
          <dt>Narration</dt>
          <dd>${journal.narration}</dd>
          <dt>Date</dt>
          <dd>${spokenDate(journal.date)}</dd>
          <dt>Status</dt>
          <dd>${status}, amounts: ${lineAmountTypes}</dd>
        </dl>
      </section>
      <section class="card">
        <table>
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col">Account</th>
              <th scope="col">Tax</th>
              <th scope="col" class="amount">Debit</th>
              <th scope="col" class="amount">Credit</th>
            </tr>
          </thead>
          <tbody>
            ${lines.map(
              (line) =>
                html`<tr>
                  <td>${line.description}</td>
                  <td>${accountName(books, line)}</td>
                  <td class="muted">${line.taxType} ${amount(line.taxCents)}</td>
                  <td class="amount">${amount(Math.max(line.cents, 0))}</td>
                  <td class="amount">${amount(Math.max(-line.cents, 0))}</td>
                </tr>`,
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colspan="3">Total, with tax</td>
              <td class="amount">${amount(total)}</td>
              <td class="amount">${amount(total)}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      ${status === 'POSTED' ? action('/Journal/Void', journal.id, 'Void') : null}
    `,
  );
}

function accountName(books: Books, line: DocumentLine): string {
  const account = find(books, 'accounts', line.accountId);
  return `${account?.code ?? ''} ${account?.name ?? ''}`.trim();
}

function action(path: string, id: string, label: string): Html {
  return html`<form method="post" action="${path}">
    <input type="hidden" name="id" value="${id}" />
    <button class="plain">${label}</button>
  </form>`;
}
