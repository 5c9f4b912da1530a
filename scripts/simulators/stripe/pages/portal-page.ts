import type { Stripe } from 'stripe';
import { type Html, html, page, table } from '../../html.ts';
import { cardOf } from '../cards.ts';
import { productOf } from '../catalogue.ts';
import { customerParam } from '../customers.ts';
import { offeredPrices, portalSubscription } from '../portal.ts';
import { rowOf } from '../endpoint.ts';
import { idOf, type Transaction } from '../state.ts';
import { itemOf } from '../subscriptions.ts';
import { alert, cardFields, formatAmount, formatDay, formatPrice } from './format.ts';

type Session = Stripe.BillingPortal.Session;

/** The portal page: plan, card and invoices. */
export function portalPage(tx: Transaction, session: Session, problem?: string): string {
  const customer = customerParam(tx, session.customer);
  const subscription = portalSubscription(tx, session);
  return page(
    'Billing',
    html`
      <p class="muted">Simulated Stripe billing portal</p>
      <h1>${customer.name ?? 'Billing'}</h1>
      ${session.return_url !== null && html`<p><a href="${session.return_url}">Return to Paydown</a></p>`}
      ${alert(problem)}
      ${subscription ? planCard(tx, session, subscription) : html`<p>There is no current plan.</p>`}
      <section class="card">
        <h2>Payment method</h2>
        <p>${cardText(tx, customer)}</p>
        <form method="post" action="/p/session/${session.id}/card">
          ${cardFields()}
          <button class="plain">Save card</button>
        </form>
      </section>
      ${invoicesCard(tx, session)}
    `,
  );
}

/** The page that confirms a change to another price. */
export function confirmPage(
  tx: Transaction,
  session: Session,
  price: Stripe.Price,
  problem?: string,
): string {
  const subscription = portalSubscription(tx, session);
  const current = subscription && itemOf(subscription).price;
  return page(
    'Confirm your update',
    html`
      <p class="muted">Simulated Stripe billing portal</p>
      <h1>Confirm your update</h1>
      ${alert(problem)}
      <section class="card">
        ${current && html`<p>Now: ${productOf(tx, current).name}, ${formatPrice(current)}</p>`}
        <p>New: <strong>${productOf(tx, price).name}</strong>, ${formatPrice(price)}</p>
        <p class="muted">${consequence(tx, session, subscription)}</p>
        <form method="post" action="/p/session/${session.id}/switch" class="row">
          <input type="hidden" name="price" value="${price.id}" />
          <button>Confirm</button>
          <a href="${session.flow ? session.return_url : `/p/session/${session.id}`}">Go back</a>
        </form>
      </section>
    `,
  );
}

/** The page of an expired portal link. */
export function expiredPortalPage({ return_url: back }: Session): string {
  return page(
    'This link has expired',
    html`<h1>This link has expired</h1>
      ${back !== null && html`<p><a href="${back}">Return to Paydown</a></p>`}`,
  );
}

function consequence(
  tx: Transaction,
  { configuration }: Session,
  subscription: Stripe.Subscription | undefined,
): string {
  const { features } = rowOf(tx, 'portalConfigurations', idOf(configuration));
  if (subscription?.status !== 'trialing') {
    return 'What is left of the current period is credited, the new plan is charged to your card now.';
  }
  return features.subscription_update.trial_update_behavior === 'continue_trial'
    ? 'Nothing is charged before your trial ends.'
    : 'Your trial ends, and the new plan is charged to your card now.';
}

function planCard(tx: Transaction, session: Session, subscription: Stripe.Subscription): Html {
  const { price } = itemOf(subscription);
  const others = offeredPrices(tx, session).filter(({ id }) => id !== price.id);
  return html`
    <section class="card">
      <h2>Current plan</h2>
      <p class="price">${productOf(tx, price).name}</p>
      <p>${formatPrice(price)} · ${subscription.status.replace('_', ' ')} · ${whatNext(subscription)}</p>
      ${cancelForm(session, subscription)}
      <h2>Switch plan</h2>
      ${table(
        others.map((other) => [
          productOf(tx, other).name,
          formatPrice(other),
          html`<a href="/p/session/${session.id}/switch?price=${other.id}"
            >Switch to ${productOf(tx, other).name}</a
          >`,
        ]),
      )}
    </section>
  `;
}

function whatNext(subscription: Stripe.Subscription): string {
  const { cancel_at: end } = subscription;
  return end === null
    ? `renews on ${formatDay(itemOf(subscription).current_period_end)}`
    : `ends on ${formatDay(end)}`;
}

function cancelForm(session: Session, { cancel_at: end }: Stripe.Subscription): Html {
  const [action, label] = end === null ? ['cancel', 'Cancel plan'] : ['renew', 'Renew plan'];
  return html`<form method="post" action="/p/session/${session.id}/${action}">
    <button class="plain">${label}</button>
  </form>`;
}

function cardText(tx: Transaction, customer: Stripe.Customer): string {
  const card = cardOf(tx, customer);
  return card ? `Card ending in ${card.last4}, expires ${card.expiry}` : 'No card is saved.';
}

function invoicesCard(tx: Transaction, session: Session): Html {
  const invoices = tx.all('invoices').filter(({ customer }) => customer === session.customer);
  const rows = invoices.toReversed().map(({ id, created, number, amount_due: due, status }) => [
    formatDay(created),
    number,
    formatAmount(due),
    status,
    status === 'open' &&
      html`<form method="post" action="/p/session/${session.id}/pay">
        <input type="hidden" name="invoice" value="${id}" />
        <button class="plain">Pay now</button>
      </form>`,
  ]);
  return html`
    <section class="card">
      <h2>Invoices</h2>
      ${table(rows, { heads: ['Date', 'Number', 'Amount', 'Status', ''] })}
    </section>
  `;
}
