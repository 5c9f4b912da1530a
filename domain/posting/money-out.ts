/** The ways in which money can have left the bank in Xero, and what a person is told about each. */
import { type CalendarDate, formatShortDay } from '../calendar.ts';
import { type Cents, formatMoney } from '../money.ts';

export const MATCH_KINDS = [
  'spend',
  'overpayment',
  'prepayment',
  'transfer',
  'bill',
  'batch',
  'other',
  'unreadable',
] as const;

export type MatchKind = (typeof MATCH_KINDS)[number];

const KINDS: Readonly<Record<string, MatchKind>> = {
  SPEND: 'spend',
  'SPEND-OVERPAYMENT': 'overpayment',
  'SPEND-PREPAYMENT': 'prepayment',
  'SPEND-TRANSFER': 'transfer',
};

/** Returns the kind of a bank transaction by Xero's type; null for money that came in. */
export const kindOfType = (xeroType: string): MatchKind | null =>
  xeroType.startsWith('SPEND') ? (KINDS[xeroType] ?? 'other') : null;

export interface MoneyOut {
  readonly kind: MatchKind;
  /** The numbers of bills, joined by ", "; empty for none. */
  readonly number: string;
  /** Empty for none. */
  readonly contact: string;
  readonly total: Cents;
  readonly date: CalendarDate;
}

/** Says what Xero has, and what to do about it in Xero where Paydown can't correct it. */
export function moneyOutText({ kind, number, contact, total, date }: MoneyOut): string {
  const [amount, day] = [formatMoney(total), formatShortDay(date)];
  const to = contact === '' ? '' : ` to ${contact}`;
  const of = contact === '' ? '' : ` of ${contact}`;
  const orLeave = 'Or leave the payment out here.';
  switch (kind) {
    case 'spend':
      return `${amount} to ${contact || 'a contact without a name'} on ${day} is in Xero already.`;
    case 'bill':
      return `Bill${number === '' ? '' : ` ${number}`}${of} was paid with ${amount} on ${day}. Remove that payment and void the bill in Xero, then sync. ${orLeave}`;
    case 'batch':
      return `Bills${number === '' ? '' : ` ${number}`}${of} were paid together with ${amount} on ${day}. Remove that batch payment and void the bills in Xero, then sync. ${orLeave}`;
    case 'transfer':
      return `${amount} was transferred to another account on ${day}. Delete the transfer in Xero and code it to the loan’s accounts instead. ${orLeave}`;
    case 'overpayment':
    case 'prepayment':
      return `${kind === 'overpayment' ? 'An overpayment' : 'A prepayment'} of ${amount}${to} was made on ${day}. Remove it in Xero, then sync. ${orLeave}`;
    case 'other':
      return `${amount}${to} left the bank on ${day}, by a transaction of a kind that Paydown doesn’t know. It may be this payment already.`;
    case 'unreadable':
  }
  return `Xero has a transaction around ${day} that Paydown can’t read. It may be this payment already.`;
}
