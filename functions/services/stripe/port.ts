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

/** A subscription to a plan that is paid, or whose payment is late. */
export interface LiveSubscription {
  subscriptionId: string;
  status: 'active' | 'trialing' | 'past_due';
  planId: string;
  planName: string;
  maxConnections: number;
  priceId: string;
  /** Null for an interval that is not offered. */
  interval: BillingInterval | null;
  /** It ends with the period already paid for. */
  cancelAtPeriodEnd: boolean;
  /** The time at which the oldest unpaid invoice was issued; null while no payment is late. */
  unpaidSince: number | null;
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
   * Returns the known customer if it still exists, else creates one. Repeated within a day, or by two requests at once,
   * it creates one customer, with the newest name and address; the caller stores the id.
   */
  ensureCustomer(customer: NewCustomer, knownId?: string): Promise<string>;

  /** Changes the address that invoices go to. Does nothing when the customer no longer exists. */
  changeEmail(customerId: string, email: string): Promise<void>;

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

  /**
   * The plan that the customer is subscribed to now, or null. Subscriptions to products that are no plan do not count,
   * and a customer that no longer exists has none.
   */
  currentSubscription(customerId: string): Promise<LiveSubscription | null>;

  /**
   * Reads a webhook call. `rawBody` is the body as received, after base64 decoding and before any parsing.
   * Refuses (`invalid`, `billing/webhook-signature`) a wrong signature and one made more than 300 s before
   * `now` (milliseconds).
   */
  readWebhook(rawBody: string, signatureHeader: string | undefined, now: number): BillingEvent;
}
