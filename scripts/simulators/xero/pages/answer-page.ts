/** Routes of the pages and of their forms. */
import { html, table } from '../../html.ts';
import { openBooksForPerson, type Books } from '../core/books.ts';
import type { XeroCore } from '../core/core.ts';
import type { CoreRequest, CoreResponse } from '../core/http.ts';
import { changeOrganisation } from '../core/organisation-settings.ts';
import { actOnDocument, DocumentAction } from '../core/person-actions.ts';
import type { OrganisationRecord } from '../core/state.ts';
import { ACTION_PATH, invoicePage, journalPage, transactionPage } from './document-pages.ts';
import { billPath, redirect, show, notFoundPage } from './layout.ts';
import { chart, dashboard } from './overview-pages.ts';

export function answerPage(core: XeroCore, request: CoreRequest, now: number): CoreResponse {
  const query = new URLSearchParams(request.query);
  const form = new URLSearchParams(request.body);
  const { organisations, bankTransactions, manualJournals, invoices } = core.state.records;
  const inBooks = (tenantId: string | undefined, view: (books: Books) => CoreResponse) => {
    const organisation = organisations.get(tenantId ?? '');
    return organisation === undefined
      ? notFoundPage()
      : view(openBooksForPerson(core.state, organisation, now));
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
        transaction ? transactionPage(books, transaction) : notFoundPage(),
      );
    }
    case 'GET /journal/view.aspx': {
      const journal = manualJournals.get(idIn(query, 'invoiceID'));
      return inBooks(journal?.tenantId, (books) => (journal ? journalPage(books, journal) : notFoundPage()));
    }
    case 'GET /accountspayable/view.aspx': {
      const invoice = invoices.get(idIn(query, 'InvoiceID'));
      return inBooks(invoice?.tenantId, (books) => (invoice ? invoicePage(books, invoice) : notFoundPage()));
    }
    case 'POST /settings/lockdates':
      changeOrganisation(core.state, form.get('tenantId') ?? '', {
        periodLockDate: form.get('periodLockDate') || null,
        endOfYearLockDate: form.get('endOfYearLockDate') || null,
      });
      return redirect('/Dashboard/default.aspx');
    case `POST ${ACTION_PATH}`:
      return documentAction(core, form, now);
    default:
      return notFoundPage();
  }
}

/** Performs a document's form and returns to its page, or shows Xero's refusal. */
function documentAction(core: XeroCore, form: URLSearchParams, now: number): CoreResponse {
  const { data: action } = DocumentAction.safeParse(Object.fromEntries(form));
  const result = action && actOnDocument(core.state, action, now);
  if (!action || !result) return notFoundPage();
  const page = pageOf(core, action.documentId);
  if (!('error' in result)) return redirect(page);
  const title = 'Xero refused the change';
  return show(
    400,
    title,
    html`<h1>${title}</h1>
      <p class="alert" role="alert">${result.error}</p>
      <p><a href="${page}">Back to the document</a></p>`,
  );
}

function pageOf({ state: { records } }: XeroCore, documentId: string): string {
  if (records.bankTransactions.has(documentId)) {
    return `/Bank/ViewTransaction.aspx?bankTransactionID=${documentId}`;
  }
  const invoiceId = records.payments.get(documentId)?.invoiceId ?? documentId;
  return records.invoices.has(invoiceId) ? billPath(invoiceId) : `/Journal/View.aspx?invoiceID=${documentId}`;
}

function idIn(query: URLSearchParams, name: string): string {
  return (query.get(name) ?? '').toLowerCase();
}

/** The organisation that the browser opened last, or the first. */
function current(core: XeroCore, request: CoreRequest): OrganisationRecord | undefined {
  const organisations = [...core.state.records.organisations.values()];
  const shortCode = /(?:^|; )organisation=([^;]+)/.exec(request.headers['cookie'] ?? '')?.[1];
  return organisations.find((each) => each.shortCode === shortCode) ?? organisations[0];
}

/** Opens a deep link: an organisation and a page of this site. Other targets are not followed. */
function login(core: XeroCore, query: URLSearchParams): CoreResponse {
  const shortCode = query.get('shortcode') ?? '';
  const target = query.get('redirecturl') ?? '/Dashboard/default.aspx';
  const known = [...core.state.records.organisations.values()].some((each) => each.shortCode === shortCode);
  if (!known || !/^\/[^/\\]/.test(target)) return notFoundPage();
  return redirect(target, { 'set-cookie': `organisation=${shortCode}; Path=/; HttpOnly; SameSite=Lax` });
}

function home(core: XeroCore): CoreResponse {
  const rows = Array.from(core.state.records.organisations.values(), ({ name, shortCode, baseCurrency }) => [
    html`<a href="/organisationlogin/default.aspx?shortcode=${shortCode}&redirecturl=/Dashboard/default.aspx"
      >${name}</a
    >`,
    baseCurrency,
  ]);
  return show(
    200,
    'Simulated Xero',
    html`<h1>Simulated Xero</h1>
      <p class="muted">All it holds: <a href="/_control/state">as JSON</a>.</p>
      <section class="card">${table(rows, { heads: ['Organisation', 'Currency'] })}</section>`,
  );
}
