import { useApi } from '../data/api.ts';
import type { Plan } from '../data/account.ts';
import { planTexts } from './texts.ts';

/** The price of the smallest paid plan, with the days of an unused trial; empty on a paid plan. */
export function PlanOffer({ plan }: { readonly plan: Plan }) {
  const isFree = plan.maxConnections === 0;
  const { data: plans } = useApi('GET /v1/subscriptionplans', isFree ? {} : null);
  const smallest = plans?.find(({ maxConnections }) => maxConnections > 0);
  const price = smallest?.prices.find(({ interval }) => interval === 'month');
  if (!isFree || !smallest || !price) return null;
  return planTexts.offer(plan.trialDays, price.price, smallest.maxConnections);
}
