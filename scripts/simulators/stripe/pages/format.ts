import type { Stripe } from 'stripe';
import { type Html, html } from '../../html.ts';
import { goodCard } from '../cards.ts';

const money = new Intl.NumberFormat('en-AU', { style: 'currency', currency: 'AUD' });
const date = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeZone: 'Australia/Sydney' });

/** Formats cents as dollars. */
export function formatAmount(cents: number | null): string {
  return money.format((cents ?? 0) / 100);
}

/** Formats Unix seconds as a date. */
export function formatDay(seconds: number): string {
  return date.format(seconds * 1000);
}

/** Formats a price, for instance `$19.00 per month`. */
export function formatPrice(price: Stripe.Price): string {
  return `${formatAmount(price.unit_amount)} per ${price.recurring?.interval ?? 'month'}`;
}

/** The message of a card error, if there is one. */
export function alert(message: string | undefined): Html {
  return message === undefined ? html`` : html`<p class="alert" role="alert">${message}</p>`;
}

/** The card fields, filled with a working test card. */
export function cardFields(): Html {
  return html`
    <label
      >Card number
      <input name="number" value="${goodCard.number}" inputmode="numeric" autocomplete="off" required
    /></label>
    <div class="columns">
      <label
        >Expiry (MM/YY) <input name="expiry" value="${goodCard.expiry}" autocomplete="off" required
      /></label>
      <label
        >Security code
        <input name="cvc" value="${goodCard.cvc}" inputmode="numeric" autocomplete="off" required
      /></label>
    </div>
    <p class="muted">
      No money moves here. 4242 4242 4242 4242 works, 4000 0000 0000 0002 is declined, 4000 0000 0000 0341 can
      be saved but not charged.
    </p>
  `;
}
