import type { Plan } from '../data/account.ts';

const count = (number: number): string => number.toLocaleString('en-AU');

/** Texts of the pages about plans and billing. */
export const planTexts = {
  offer: (trialDays: number, cents: number, loans: number) =>
    `Posting to Xero needs a plan. ${trialDays > 0 ? `${trialDays} days free, then from` : 'From'} $${cents / 100} a month for ${loans} loans.`,
  refresh: 'Something went wrong refreshing your payment plans. Please try refreshing the page.',
  load: 'Something went wrong loading the plans. Please try again later.',
  noRedirect: 'Something went wrong.',
  billingRedirect: 'Something went wrong redirecting you to billing. Please try again later.',
  updated: 'Your subscription was successfully updated.',
  tax: 'AUD incl. GST',
  largest: (name: string, connections: number) =>
    `${name} has ${count(connections)} connections, the most of one organisation. A further organisation has a plan of its own.`,
  included: 'Unlimited entities and users',
  size: ({ schedules, xeroOrganisations }: Plan['size']) =>
    `It holds ${count(schedules.used)} of ${count(schedules.most)} schedules, and ${count(xeroOrganisations.used)} of ${count(xeroOrganisations.most)} linked Xero organisations.`,
  freeMonths: (months: number) => (months === 1 ? '1 month free' : `${months} months free`),
  opening: 'Opening Stripe…',
  wait: 'Please wait...',
} as const;
