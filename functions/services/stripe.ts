/** A plan for sale. The free plan is excluded. */
export interface SellablePlan {
  planId: string;
  name: string;
  maxConnections: number;
  /** At most one per billing interval, monthly first. */
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
  /** Ids of older subscriptions to plans that go on beside this one. */
  superseded: readonly string[];
  /** The trial that the first charge follows; null without one, and where the subscription ends with it. */
  trial: Trial | null;
}

export interface Trial {
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** Whether the subscription or the customer has a card to charge. Without one, Stripe cancels at the end. */
  hasCard: boolean;
  /** The charge at the end, in cents of AUD; null for a price without an amount of its own. */
  charge: number | null;
}

export interface NewCustomer {
  tenantId: string;
  /** The Owner, whose first subscription has a trial. */
  ownerId: string;
  name: string;
  /** The address for invoices. */
  email: string;
}

export interface SubscriptionStart {
  customerId: string;
  tenantId: string;
  /** A price of `plans()`. The caller checks it first; an unknown one is a failure of the provider. */
  priceId: string;
  /** The days before the first charge of a customer without an earlier subscription; 0: charged at once. */
  trialDays: number;
  /** The page after a paid checkout. `{CHECKOUT_SESSION_ID}` in it is replaced by the session's id. */
  paidUrl: string;
  /** The page after an abandoned checkout. */
  abandonedUrl: string;
  /** The page after the billing pages of a subscribed organisation. */
  returnUrl: string;
}

export interface CheckoutSession {
  customerId: string | null;
  /** The organisation that started the checkout. */
  tenantId: string | null;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  subscriptionId: string | null;
}

/** The subject of an event. Its content is not trusted: read `currentSubscription` instead. */
export interface BillingEvent {
  /** The same in every delivery of an event. */
  id: string;
  type: string;
  customerId: string | null;
  /** The charge of a dispute, which names no customer. */
  chargeId: string | null;
}

/**
 * Plans, checkout and subscriptions at the payment provider. Every function that calls it throws `VendorFailure`
 * when the provider fails: 503 if a retry may succeed, else 502.
 */
export interface Billing {
  /** Returns the plans with an active AUD price, by rising `maxConnections`. They may be five minutes old. */
  plans(): Promise<SellablePlan[]>;

  /**
   * Returns the known customer if it still exists, else creates one. Repeated within a day, or by two requests at once,
   * it creates one customer, with the newest name and address; the caller stores the id.
   */
  ensureCustomer(customer: NewCustomer, knownId?: string): Promise<string>;

  /** Changes the address that invoices go to. Does nothing when the customer no longer exists. */
  changeEmail(customerId: string, email: string): Promise<void>;

  /**
   * Returns the page to buy the price or to change to it: checkout without a subscription, else the confirmation of
   * the change, or the billing pages for the current price or an outstanding payment. A checkout open in another
   * tab is expired, so that no customer pays twice.
   */
  startSubscription(start: SubscriptionStart): Promise<string>;

  /** Returns the page with the customer's plan, card and invoices, which links to `returnUrl`. */
  billingPage(customerId: string, returnUrl: string): Promise<string>;

  /** Returns the session; null if there is none. The caller checks its organisation. */
  checkoutSession(sessionId: string): Promise<CheckoutSession | null>;

  /**
   * Expires the customer's open checkouts, so that none can be paid.
   * @returns whether an unfinished subscription remains, such as one paid just before
   */
  closeCheckouts(customerId: string): Promise<boolean>;

  /**
   * The plan that the customer is subscribed to now, or null. Subscriptions to products that are no plan do not count,
   * and a customer that no longer exists has none.
   */
  currentSubscription(customerId: string): Promise<LiveSubscription | null>;

  /** The customer who made a payment; null for an unknown charge, and for one without a customer. */
  customerOfCharge(chargeId: string): Promise<string | null>;

  /** Ends a subscription at the end of its paid period. */
  endWithPeriod(subscriptionId: string): Promise<void>;

  /**
   * Reads a webhook call. `rawBody` is the body as received, after base64 decoding and before parsing.
   * @throws Refusal `invalid` (`billing/webhook-signature`) for a wrong signature, and for one made more than 300 s
   * before `now` (milliseconds)
   */
  readWebhook(rawBody: string, signatureHeader: string | undefined, now: number): BillingEvent;
}
