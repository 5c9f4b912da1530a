import type { Stripe } from 'stripe';
import { type Html, html, page } from '../../html.ts';
import { exampleAddress } from '../address.ts';
import { productOf } from '../catalogue.ts';
import { isCardOptional, purchaseOf } from '../checkout.ts';
import type { Transaction } from '../state.ts';
import { alert, cardFields, formatAmount, formatPrice } from './format.ts';

/** The Checkout page of an open session. */
export function checkoutPage(tx: Transaction, session: Stripe.Checkout.Session, problem?: string): string {
  const { price } = purchaseOf(tx, session);
  const { name } = productOf(tx, price);
  return page(
    `Subscribe to ${name}`,
    html`
      <p class="muted">Simulated Stripe Checkout</p>
      <div class="columns">
        <section>
          <h1>Subscribe to ${name}</h1>
          <p class="price">${formatPrice(price)}</p>
          <p>Due today: ${formatAmount(session.amount_total)}, GST included</p>
          <p class="muted">${session.customer_details?.name} · ${session.customer_details?.email}</p>
          ${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Cancel and go back</a></p>`}
        </section>
        <section class="card">
          <h2>${isCardOptional(session) ? 'Start the trial' : 'Pay with card'}</h2>
          ${alert(problem)}
          <form method="post">
            ${!isCardOptional(session) && cardFields()} ${businessFields(session)}
            <button>
              ${isCardOptional(session) ? 'Start trial' : `Pay ${formatAmount(session.amount_total)}`}
            </button>
          </form>
        </section>
      </div>
    `,
  );
}

/** The fields for the tax invoice that the session collects, with an example address as the card's fields have. */
function businessFields(session: Stripe.Checkout.Session): Html {
  const isAddressRequired = session.billing_address_collection === 'required';
  return html`
    ${
      isAddressRequired &&
      html`<h2>Billing address</h2>
        ${field('line1', 'Address line 1', exampleAddress.line1)}
        ${field('city', 'Suburb', exampleAddress.city)} ${field('state', 'State', exampleAddress.state)}
        ${field('postal_code', 'Postcode', exampleAddress.postal_code)}`
    }
    ${
      session.tax_id_collection?.enabled === true &&
      html`<h2>Business</h2>
        ${field('businessName', 'Business name')} ${field('taxId', 'ABN')}`
    }
  `;
}

function field(name: string, label: string, value = ''): Html {
  return html`<label>${label}<input name="${name}" value="${value}" /></label>`;
}

/** The page of a session that is paid or expired. */
export function closedCheckoutPage({ status, cancel_url: back }: Stripe.Checkout.Session): string {
  const title = status === 'complete' ? 'This checkout has been paid' : 'This checkout has expired';
  return page(
    title,
    html`<h1>${title}</h1>
      <p>Nothing more can be paid here.</p>
      ${back !== null && html`<p><a href="${back}">Go back</a></p>`}`,
  );
}
