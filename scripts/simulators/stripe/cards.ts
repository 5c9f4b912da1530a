import type { Stripe } from 'stripe';
import { badRequest, cardError } from './api-error.ts';
import { updateCustomer } from './customers.ts';
import { type Card, idOf, newId, type Transaction } from './state.ts';

/** The fields of a card form. */
export interface TypedCard {
  number: string;
  expiry: string;
  cvc: string;
}

/** A card that is never declined. */
export const goodCard: TypedCard = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

/** Stripe's refused test numbers with their errors. */
const refusals: Readonly<Record<string, () => Error>> = {
  '4000000000000002': () => cardError('Your card was declined.', 'card_declined', 'generic_decline'),
  '4000000000009995': () =>
    cardError('Your card has insufficient funds.', 'card_declined', 'insufficient_funds'),
  '4000000000000069': () => cardError('Your card has expired.', 'expired_card'),
  '4000000000000127': () => cardError("Your card's security code is incorrect.", 'incorrect_cvc'),
};

const FAILS_WHEN_CHARGED = '4000000000000341';

/** Charging it fails until the customer confirms, which the simulator's pages don't offer. */
const ASKS_FOR_CONFIRMATION = '4000002760003184';

/** A card that can be saved but not charged. */
export const failingCard: TypedCard = { ...goodCard, number: FAILS_WHEN_CHARGED };

/** Saves a card as the customer's default. Throws if it is declined. */
export function saveCard(tx: Transaction, customer: Stripe.Customer, typed: TypedCard): Card {
  const digits = typed.number.replace(/[\s-]/g, '');
  if (!isCardNumber(digits)) throw cardError('Your card number is incorrect.', 'incorrect_number');
  if (!isInFuture(typed.expiry, tx.now)) {
    throw cardError("Your card's expiry date is in the past or not a date.", 'invalid_expiry_year');
  }
  if (!/^\d{3,4}$/.test(typed.cvc)) throw cardError("Your card's security code is invalid.", 'invalid_cvc');
  const refusal = refusals[digits];
  if (refusal) throw refusal();

  const card: Card = {
    id: newId('pm'),
    customer: customer.id,
    last4: digits.slice(-4),
    expiry: typed.expiry,
    failsWhenCharged: digits === FAILS_WHEN_CHARGED || digits === ASKS_FOR_CONFIRMATION,
    asksForConfirmation: digits === ASKS_FOR_CONFIRMATION,
  };
  tx.put('cards', card);
  updateCustomer(tx, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: card.id },
  });
  return card;
}

/** Returns the customer's default card. */
export function cardOf(tx: Transaction, customer: Stripe.Customer): Card | undefined {
  const { default_payment_method: reference } = customer.invoice_settings;
  return reference === null ? undefined : tx.get('cards', idOf(reference));
}

/** Whether charging the customer's card works. */
export function canCharge(tx: Transaction, customer: Stripe.Customer): boolean {
  return cardOf(tx, customer)?.failsWhenCharged === false;
}

/** The error of a declined charge. */
export function declined(): Error {
  return cardError('Your card was declined.', 'card_declined', 'generic_decline');
}

/** Whether the number has 13 to 19 digits and a valid Luhn sum. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** Whether the end of the month in `MM/YY` is in the future. */
function isInFuture(expiry: string, now: number): boolean {
  const match = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry);
  const [month, year] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || month < 1 || month > 12) return false;
  return Date.UTC(2000 + year, month, 1) > now * 1000;
}

/** Reads the card fields of a form; missing ones are empty. */
export function readTypedCard(form: URLSearchParams): TypedCard {
  const field = (name: string) => form.get(name) ?? '';
  return { number: field('number'), expiry: field('expiry'), cvc: field('cvc') };
}

/** Returns the card that a control request names. */
export function testCard(number: string | undefined): TypedCard {
  if (number !== undefined && !/^[\d\s-]+$/.test(number)) throw badRequest('card must be a card number');
  return { ...goodCard, number: number ?? goodCard.number };
}
