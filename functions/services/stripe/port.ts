/** A plan that can be bought. The free plan is not sold, so it is not among them. */
export interface SellablePlan {
  planId: string;
  name: string;
  maxConnections: number;
  /** At most one a billing interval, monthly first. */
  prices: readonly PlanPrice[];
}

export type BillingInterval = 'month' | 'year';

export interface PlanPrice {
  priceId: string;
  interval: BillingInterval;
  /** Cents of AUD. */
  amount: number;
}

/** A subscription that keeps its plan in force: paid, or late with a payment that is still being tried. */
export interface LiveSubscription {
  subscriptionId: string;
  status: 'active' | 'trialing' | 'past_due';
  planId: string;
  planName: string;
  maxConnections: number;
  priceId: string;
  interval: BillingInterval;
  /** It ends with the period already paid for. */
  cancelAtPeriodEnd: boolean;
}

export interface NewCustomer {
  tenantId: string;
  /** The organisation's name. */
  name: string;
  /** Where invoices go. */
  email: string;
}

export interface SubscriptionStart {
  customerId: string;
  tenantId: string;
  /** One of `plans()`: check it first, an unknown one is a failure of the provider's. */
  priceId: string;
  /** Where a paid checkout goes; `{CHECKOUT_SESSION_ID}` in it is replaced by the session's id. */
  paidUrl: string;
  /** Where an abandoned checkout goes. */
  abandonedUrl: string;
  /** Where the billing pages of a paying organisation lead back to. */
  returnUrl: string;
}

export interface CheckoutSession {
  customerId: string | null;
  /** The organisation that started it. */
  tenantId: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  subscriptionId: string | null;
}

/** What an event is about. Its content is never trusted: read `currentSubscription` instead. */
export interface BillingEvent {
  /** The same for every delivery of one event. */
  id: string;
  type: string;
  customerId: string | null;
}

/**
 * Plans, checkout and subscriptions at the payment provider. Every function that calls it throws `VendorFailure` when
 * the provider fails: 503 if the same call may succeed a little later, else 502.
 */
export interface Billing {
  /** The plans with an active AUD price, by rising `maxConnections`. May be five minutes old. */
  plans(): Promise<SellablePlan[]>;

  /**
   * Makes the organisation's customer and answers its id. Repeated within a day, or by two requests at once, it answers
   * the same customer, with the newest name and address; the caller keeps the id.
   */
  ensureCustomer(customer: NewCustomer): Promise<string>;

  /**
   * The page on which to buy the price, or to change to it: checkout where nothing is subscribed, else the confirmation
   * of the change (or the billing pages, when it is the price they already pay or an old payment is outstanding). A
   * checkout still open in another tab is closed, so that nobody can pay twice.
   */
  startSubscription(start: SubscriptionStart): Promise<string>;

  /** The page with the customer's plan, card and invoices, which leads back to `returnUrl`. */
  billingPage(customerId: string, returnUrl: string): Promise<string>;

  /** Null if there is no such session. Whose it is, is for the caller to check. */
  checkoutSession(sessionId: string): Promise<CheckoutSession | null>;

  /**
   * Closes the customer's open checkouts, so that none can be paid any more.
   * @returns whether a subscription is unfinished all the same, such as one paid a moment before.
   */
  closeCheckouts(customerId: string): Promise<boolean>;

  /** What the customer is subscribed to now, or null if nothing keeps a paid plan in force. */
  currentSubscription(customerId: string): Promise<LiveSubscription | null>;

  /**
   * Reads a webhook call. `rawBody` is the body as received, after base64 decoding and before any parsing.
   * Refuses (`invalid`, `billing/webhook-signature`) a wrong signature and one made more than 300 s before
   * `now` (milliseconds).
   */
  readWebhook(rawBody: string, signatureHeader: string | undefined, now: number): BillingEvent;
}
