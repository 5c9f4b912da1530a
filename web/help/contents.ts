/** The pages of the knowledge base, in their order. The body of each is in `pages`, under its slug. */
export const HELP_PAGES = [
  {
    slug: 'posting',
    title: 'How a payment is posted',
    summary: 'One spend-money transaction per payment, and the lines in it.',
  },
  { slug: 'tax', title: 'Tax', summary: 'Which tax rates fees, interest and liabilities carry in Xero.' },
  {
    slug: 'lenders-document',
    title: 'The lender’s document',
    summary: 'Read a schedule from a PDF or a spreadsheet, and check it to the cent.',
  },
  {
    slug: 'importing',
    title: 'Importing a register',
    summary: 'Bring in many contracts from a spreadsheet as it is.',
  },
  {
    slug: 'balloons',
    title: 'Balloons and rates',
    summary: 'When a balloon is due, the check of the contract’s rate, and missing figures.',
  },
  {
    slug: 'payment-dates',
    title: 'Payment dates',
    summary: 'A first payment of its own, the last day of each month, and months without a payment.',
  },
  {
    slug: 'chattel-mortgages',
    title: 'Chattel mortgages',
    summary: 'What to enter, what has GST, and how they differ from a lease.',
  },
  {
    slug: 'xero-connection',
    title: 'The connection to Xero',
    summary: 'The role that is needed, how long access lasts, and disconnecting.',
  },
  {
    slug: 'opening-balances',
    title: 'Opening balances',
    summary: 'Bring a contract that has already started into Xero.',
  },
  {
    slug: 'buying-an-asset',
    title: 'Buying an asset',
    summary: 'The dealer’s invoice as the opening journal: GST, car limit, private use, trade-in.',
  },
  {
    slug: 'tracking',
    title: 'Tracking',
    summary: 'Put Xero’s tracking categories on what Paydown posts.',
  },
  {
    slug: 'lock-dates',
    title: 'Lock dates',
    summary: 'Why a payment can’t be selected, and how to post it.',
  },
  {
    slug: 'bank-rules',
    title: 'Bank rules',
    summary: 'Payments that a bank rule has coded in Xero before Paydown posts them.',
  },
  { slug: 'auto-sync', title: 'Auto sync', summary: 'Post payments on their due dates automatically.' },
  {
    slug: 'spreads',
    title: 'Spreads',
    summary: 'Prepaid expenses, borrowing costs and income in advance, one journal a month.',
  },
  {
    slug: 'division-7a',
    title: 'Division 7A loans',
    summary: 'Minimum yearly repayments, interest and dividends of loans to shareholders.',
  },
  {
    slug: 'changing-a-contract',
    title: 'Changing a contract',
    summary: 'Record extra repayments, new rates, holidays, payouts and refinances.',
  },
  {
    slug: 'year-end',
    title: 'Year end',
    summary: 'Balances, movements and the current and non-current split at 30 June.',
  },
  {
    slug: 'fixing-a-posting',
    title: 'Fixing a wrong posting',
    summary: 'Reverse a payment, replace an opening journal, or correct accounts.',
  },
  { slug: 'plans', title: 'Plans', summary: 'Connected schedules, prices, upgrades and cancellation.' },
  { slug: 'roles', title: 'Roles', summary: 'What Guests, Members, Admins and Owners can do.' },
  {
    slug: 'security',
    title: 'Security',
    summary: 'How accounts, sessions and access to Xero are protected.',
  },
] as const;

export type HelpSlug = (typeof HELP_PAGES)[number]['slug'];
