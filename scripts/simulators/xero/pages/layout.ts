import { html, Html, page } from '../../html.ts';
import { find, type Books } from '../core/books.ts';
import type { CoreResponse } from '../core/http.ts';
import type { OrganisationRecord } from '../core/state.ts';

const style = new Html(`<style>
  header { display: flex; gap: 1.5rem; align-items: baseline; flex-wrap: wrap; padding-bottom: 1rem; border-bottom: 1px solid light-dark(#d1d9e0, #30363d); }
  header strong { font-size: 1.1rem; } nav { display: flex; gap: 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; } dt { color: light-dark(#59636e, #9198a1); } dd { margin: 0; }
  .choice { display: flex; gap: 0.75rem; align-items: center; } .choice input { width: auto; }
</style>`);

export function show(status: number, title: string, body: Html): CoreResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: page(title, html`${style}${body}`),
  };
}

/** A page inside an organisation, with links to the other pages. */
export function organisationPage(organisation: OrganisationRecord, title: string, body: Html): CoreResponse {
  const link = (path: string, text: string) =>
    html`<a href="/organisationlogin/default.aspx?shortcode=${organisation.shortCode}&redirecturl=${path}"
      >${text}</a
    >`;
  return show(
    200,
    `${title} | ${organisation.name}`,
    html`
      <header>
        <strong>${organisation.name}</strong>
        <nav>
          ${link('/Dashboard/default.aspx', 'Dashboard')}
          ${link('/GeneralLedger/ChartOfAccounts.aspx', 'Chart of accounts')}
          <a href="/">All organisations</a>
        </nav>
        <span class="muted">Simulated Xero</span>
      </header>
      <h1>${title}</h1>
      ${body}
    `,
  );
}

export function redirect(location: string, headers: Record<string, string> = {}): CoreResponse {
  return { status: 303, headers: { location, ...headers }, body: '' };
}

export function notFoundPage(): CoreResponse {
  return show(
    404,
    'Not found',
    html`<h1>There is no such page</h1>
      <p><a href="/">All organisations</a></p>`,
  );
}

export const contactName = (books: Books, contactId: string | null): string =>
  (contactId === null ? undefined : find(books, 'contacts', contactId)?.name) ?? '';

export const billPath = (invoiceId: string): string => `/AccountsPayable/View.aspx?InvoiceID=${invoiceId}`;

const format = new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats cents as `1,234.50`; empty for 0. */
export function amount(cents: number): string {
  return cents === 0 ? '' : format.format(cents / 100);
}
