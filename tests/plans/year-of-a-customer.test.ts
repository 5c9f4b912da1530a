/** The plan converges on Stripe's state for any loss, order and repetition of its events. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BillingWorld, createBillingWorld, plans } from './billing-world.ts';

const PRICES = [
  'price_starter_month',
  'price_starter_year',
  'price_practice_month',
  'price_practice_year',
  'price_firm_month',
  'price_firm_year',
] as const;

/** A month's action of a customer, or an event that affects them. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PRICES) },
  { weight: 4, arbitrary: fc.constantFrom('past_due', 'unpaid', 'active', 'canceled') },
  { weight: 1, arbitrary: fc.constantFrom('cancel at period end', 'nothing') },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function act(world: BillingWorld, what: Step): Promise<void> {
  const { stripe, owner, app } = world;
  if (what === 'nothing') return;
  if (what.startsWith('price_')) {
    const url = await world.start(what);
    const isCheckout = url.includes('/c/pay/');
    await (isCheckout ? world.pay(url) : world.press(url, 'switch'));
    return;
  }
  const [live] = (await stripe.subscriptions.list()).data;
  if (!live) return;
  if (what === 'cancel at period end') {
    const { body } = await app.call('POST /v1/tenants/Session/Billing', { as: owner.token });
    await world.press(body.redirectUrl, 'cancel');
    return;
  }
  await world.control('POST', `subscriptions/${live.id}`, { status: what });
}

/** Reads the plan with Stripe's own SDK. A late payment keeps the plan; other unpaid states end it. */
async function planAtStripe({ stripe }: BillingWorld): Promise<string> {
  const { data } = await stripe.subscriptions.list({ status: 'all', limit: 100 });
  const live = data.find(({ status }) => ['active', 'trialing', 'past_due'].includes(status));
  const [, name = 'free'] = /^price_([a-z]+)_/.exec(live?.items.data[0]?.price.id ?? '') ?? [];
  return plans[name as keyof typeof plans];
}

interface Seen {
  readonly inForce: string;
  readonly atStripe: string;
}

/** Returns the observed plans after each delivery and at the end. */
async function liveAYear(world: BillingWorld, pick: fc.GeneratorValue): Promise<Seen[]> {
  const some = (indexes: readonly number[]): number[] =>
    pick((all: number[]) => fc.shuffledSubarray(all), [...indexes]);
  const look = async (): Promise<Seen> => ({
    inForce: (await world.inForce()).id,
    atStripe: await planAtStripe(world),
  });
  const seen: Seen[] = [];
  let delivered = 0;
  let late: number[] = [];
  for (let month = 1; month <= 12; month++) {
    await act(
      world,
      pick(() => step),
    );
    await world.control('POST', 'clock', { advanceSeconds: 30 * 86_400 });

    const events = await world.events();
    const waiting = [...events.keys()].slice(delivered).concat(late);
    delivered = events.length;
    const arriving = some(waiting);
    late = some(waiting.filter((index) => !arriving.includes(index)));
    const deliveries = [...arriving, ...some(arriving)].flatMap((index) => events[index] ?? []);
    const atOnce = pick(() => fc.integer({ min: 1, max: 4 }));
    for (let first = 0; first < deliveries.length; first += atOnce) {
      await Promise.all(deliveries.slice(first, first + atOnce).map((event) => world.deliver(event)));
    }
    if (arriving.length > 0) seen.push(await look());
  }
  // Reading Stripe again repairs lost events, as the daily job does.
  await world.anticipate();
  return [...seen, await look()];
}

it('a year of shuffled, repeated, late and lost events ends in the state of Stripe', async () => {
  expect.hasAssertions();
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (pick) => {
      const world = await createBillingWorld();
      try {
        const seen = await liveAYear(world, pick);
        expect(seen.map(({ inForce }) => inForce)).toEqual(seen.map(({ atStripe }) => atStripe));
      } finally {
        await world.close();
      }
    }),
    { numRuns: 15, seed: 20_250_601, endOnFailure: true },
  );
});
