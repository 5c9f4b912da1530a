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
  included: 'Unlimited entities and users; up to 2,000 schedules an entity',
  freeMonths: (count: number) => (count === 1 ? '1 month free' : `${count} months free`),
  opening: 'Opening Stripe…',
  wait: 'Please wait...',
} as const;
