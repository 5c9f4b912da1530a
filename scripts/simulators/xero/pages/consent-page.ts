/** The consent page: choose organisations and allow access, or cancel. */
import { html, type Html } from '../../html.ts';
import {
  allowed,
  defaultPerson,
  denied,
  readConsentRequest,
  type ConsentRequest,
  type Person,
} from '../core/consent.ts';
import type { XeroCore } from '../core/core.ts';
import type { CoreRequest, CoreResponse } from '../core/http.ts';
import { includesAccounting } from '../core/scopes.ts';
import { redirect, show } from './layout.ts';

export const CONSENT_PATH = '/identity/connect/authorize';

/** Shows the page (GET) or handles its form (POST). */
export function answerConsent(core: XeroCore, request: CoreRequest, now: number): CoreResponse {
  const asked = readConsentRequest(core.app, new URLSearchParams(request.query));
  if ('error' in asked) {
    return show(
      400,
      'Sorry, something went wrong',
      html`<h1>Sorry, something went wrong</h1>
        <p>Error: ${asked.error}</p>
        <p class="muted">${asked.description}</p>`,
    );
  }
  if (request.method !== 'POST') return consentPage(core, asked, 200);
  const form = new URLSearchParams(request.body);
  if (form.get('decision') !== 'allow') return redirect(denied(asked));
  const person: Person = {
    givenName: form.get('givenName') || defaultPerson.givenName,
    surname: form.get('surname') || defaultPerson.surname,
    email: form.get('email') || defaultPerson.email,
  };
  const known = core.state.records.organisations;
  const chosen = form.getAll('organisation').filter((tenantId) => known.has(tenantId));
  if (includesAccounting(asked.scopes) && chosen.length === 0) return consentPage(core, asked, 400);
  return redirect(allowed(core.state, asked, person, chosen, now));
}

function consentPage(core: XeroCore, asked: ConsentRequest, status: number): CoreResponse {
  return show(
    status,
    'Paydown wants access',
    html`
      <p class="muted">Simulated Xero</p>
      <h1>Paydown wants access to</h1>
      <form method="post" class="card">
        ${includesAccounting(asked.scopes) ? organisationChoice(core, status) : null}
        <h2>Your Xero user</h2>
        ${field('givenName', 'Given name', defaultPerson.givenName)}
        ${field('surname', 'Surname', defaultPerson.surname)} ${field('email', 'Email', defaultPerson.email)}
        <p class="muted">Scopes: ${asked.scopes.join(', ')}</p>
        <p class="row">
          <button name="decision" value="allow">Allow access</button>
          <button name="decision" value="deny" class="plain" formnovalidate>Cancel</button>
        </p>
      </form>
    `,
  );
}

function organisationChoice(core: XeroCore, status: number): Html {
  const organisations = [...core.state.records.organisations.values()];
  return html`
    <h2>Organisations</h2>
    ${status === 400 ? html`<p class="alert" role="alert">Choose at least one organisation.</p>` : null}
    ${organisations.map(
      ({ tenantId, name, baseCurrency }, index) =>
        html`<label class="choice">
          ${
            index === 0
              ? html`<input type="checkbox" name="organisation" value="${tenantId}" checked />`
              : html`<input type="checkbox" name="organisation" value="${tenantId}" />`
          }
          ${name} <span class="muted">${baseCurrency}</span>
        </label>`,
    )}
  `;
}

function field(name: string, label: string, value: string): Html {
  return html`<label>${label}<input name="${name}" value="${value}" required /></label>`;
}
