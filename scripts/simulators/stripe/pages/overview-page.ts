import { html, page, table } from '../../html.ts';
import { productOf } from '../catalogue.ts';
import { customerOf } from '../customers.ts';
import type { Transaction } from '../state.ts';
import { itemOf } from '../subscriptions.ts';
import { formatDay, formatPrice } from './format.ts';

const LATEST = 50;

/** The start page: prices, subscriptions and the latest events. */
export function overviewPage(tx: Transaction): string {
  const deliveries = new Map(tx.all('deliveries').map((delivery) => [delivery.id, delivery]));
  return page(
    'Simulated Stripe',
    html`
      <h1>Simulated Stripe</h1>
      <p class="muted">
        Its day is ${formatDay(tx.now)}. All it holds: <a href="/_control/state">as JSON</a>.
      </p>
      <section class="card">
        <h2>Subscriptions</h2>
        ${table(
          tx
            .all('subscriptions')
            .toReversed()
            .map((subscription) => [
              customerOf(tx, subscription).name,
              productOf(tx, itemOf(subscription).price).name,
              formatPrice(itemOf(subscription).price),
              subscription.status,
            ]),
        )}
      </section>
      <section class="card">
        <h2>Latest events</h2>
        ${table(
          tx
            .all('events')
            .slice(-LATEST)
            .toReversed()
            .map(({ id, type, created }) => [formatDay(created), type, id, deliveries.get(id)?.lastStatus]),
        )}
      </section>
    `,
  );
}
