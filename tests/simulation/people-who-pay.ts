/**
 * People who pay in other ways than the simulation's bank rule: by a bill, a batch, a transfer or a prepayment, with
 * coding by rules that carry tracking, items and GST, and with documents of odd shapes. They work in books that are
 * lived in.
 */
import { dateOfPayment, timetableOf } from '../../domain/amortisation/timetable.ts';
import { addDays, businessDate } from '../../domain/calendar.ts';
import type { OddKind } from '../../scripts/simulators/xero/core/records.ts';
import { entering } from './foreign-documents.ts';
import { accountWithCode, type CodedPayment, type SimulatedSchedule, type World } from './world.ts';

/** A document that a person has entered, whose amount left the bank, and whether Paydown can correct its coding. */
type Paid = Pick<CodedPayment, 'answer'> & { readonly id: string | undefined };

interface Deed {
  readonly world: World;
  readonly tenantId: string;
  readonly date: string;
  readonly bankAccountId: string;
  /** Dollars. */
  readonly amount: number;
}

const WAYS: Readonly<Record<string, (deed: Deed) => Paid>> = {
  bill: (deed) => ({ id: bill(deed, deed.amount, true).paymentIds?.[0], answer: 'leave' }),
  batch: (deed) => {
    const { world, tenantId, date, bankAccountId, amount } = deed;
    const part = Math.round(amount * 50) / 100;
    const parts = [part, amount - part].filter((each) => each >= 0.01);
    const invoiceIds = parts.map((each) => bill(deed, Math.round(each * 100) / 100, false).invoiceId ?? '');
    const batch = { tenantId, date, bankAccountId, invoiceIds, reconciled: world.random.chance(0.5) };
    const answer = world.control('POST', 'batches', batch) as { batchPaymentId?: string } | null;
    return { id: answer?.batchPaymentId, answer: 'leave' };
  },
  transfer: ({ world, tenantId, date, bankAccountId, amount }) => {
    const accounts = { fromBankAccountId: bankAccountId, toBankAccountId: accountWithCode(world, '091') };
    const transfer = { tenantId, date, amount, ...accounts, reconciled: world.random.chance(0.5) };
    const answer = world.control('POST', 'transfers', transfer) as { fromTransactionId?: string } | null;
    return { id: answer?.fromTransactionId, answer: 'leave' };
  },
  prepayment: (deed) =>
    coded(deed, {
      type: deed.world.random.pick(['SPEND-PREPAYMENT', 'SPEND-OVERPAYMENT']),
      lines: [{ accountId: accountWithCode(deed.world, '620'), amount: deed.amount, taxType: 'BASEXCLUDED' }],
    }),
  rule: (deed) => {
    const { world, amount } = deed;
    const { random } = world;
    const half = Math.round(amount * 50) / 100;
    const accountId = accountWithCode(world, '429');
    const division = random.pick(['North block', 'South block']);
    const taxed = {
      accountId,
      amount: half,
      taxType: 'INPUT',
      itemCode: 'HOURS',
      quantity: random.between(1, 4),
      tracking: [{ name: 'Division', option: division }],
    };
    const rest = Math.round((amount - half) * 100) / 100;
    const free = { accountId, amount: rest, taxType: 'EXEMPTEXPENSES', tracking: [] };
    const lines = [taxed, free].filter((line) => line.amount > 0);
    return { ...coded(deed, { type: 'SPEND', lines }), answer: 'correct' };
  },
  odd: ({ world, tenantId, date, bankAccountId, amount }) => {
    const kind = world.random.pick(ODD_PAYMENTS);
    const odd = { tenantId, kind, date, bankAccountId, total: amount };
    const answer = world.control('POST', 'odd', odd) as { documentId?: string } | null;
    return { id: answer?.documentId, answer: 'leave' };
  },
};

/** Odd documents that may be a payment. */
const ODD_PAYMENTS = [
  'description-only-line',
  'no-line-amount',
  'no-lines',
  'no-contact',
  'empty-contact',
  'null-line-amount-types',
  'null-reconciled',
  'offset-date',
  'unknown-type',
] as const satisfies OddKind[];

function bill({ world, tenantId, date, bankAccountId }: Deed, amount: number, isPaid: boolean) {
  const payments = isPaid ? [{ date, bankAccountId, reconciled: world.random.chance(0.5) }] : [];
  const lines = [{ accountId: accountWithCode(world, '900'), amount, taxType: 'BASEXCLUDED' }];
  return world.control('POST', 'bills', {
    tenantId,
    date,
    contactName: 'Billing Lender',
    lines,
    payments,
  }) as { invoiceId?: string; paymentIds?: string[] };
}

function coded({ world, tenantId, date, bankAccountId }: Deed, document: object): Paid {
  const { transactionId } = world.control('POST', 'transactions', {
    tenantId,
    date,
    bankAccountId,
    contactName: world.random.chance(0.8) ? 'Coded by a rule' : null,
    reconciled: world.random.chance(0.5),
    ...document,
  }) as { transactionId?: string };
  return { id: transactionId, answer: 'leave' };
}

/** A person pays a payment that is not posted yet, some days off, in a way of their own. */
export function payFirst(world: World, { terms, scheduleId, count, mapping }: SimulatedSchedule): void {
  const { random, xeroTenantId: tenantId, time, coded: known } = world;
  const number = random.between(1, Math.min(count, 6));
  const date = addDays(dateOfPayment(timetableOf(terms), number), random.between(-2, 2));
  const isKnown = [...known.values()].some((one) => one.scheduleId === scheduleId && one.number === number);
  if (isKnown || date > businessDate(time.now())) return;
  const total = (terms.rows[0]?.amount ?? 0) + terms.administrationFee;
  const way = random.pick(Object.keys(WAYS));
  const deed = { world, tenantId, date, bankAccountId: mapping.bankAccountId, amount: total / 100 };
  const paid = entering(world, () => WAYS[way]?.(deed));
  world.trace(`a person pays payment ${number} of ${scheduleId.slice(0, 4)} by ${way} on ${date}`);
  if (paid?.id === undefined) return;
  known.set(paid.id, { scheduleId, number, at: time.now(), date, total, answer: paid.answer });
}

/** An odd document appears that is no payment: of any kind, on any day. */
export function enterOdd(world: World): void {
  const { random, xeroTenantId: tenantId, time } = world;
  const kinds = [
    ...ODD_PAYMENTS,
    'no-total',
    'journal-without-lines',
    'journal-without-date',
    'draft-journal',
  ];
  const date = addDays(businessDate(time.now()), -random.between(0, 300));
  const odd = { tenantId, kind: random.pick(kinds), date, total: random.between(1, 9_999) + 0.07 };
  world.trace(`a document of the kind ${odd.kind} appears on ${date}`);
  entering(world, () => world.control('POST', 'odd', odd));
}

/** The role of the user who connected changes in Xero, perhaps to one that may not post everything. */
export function changeRole(world: World): void {
  const userRole = world.random.pick(['adviser', 'standard-reports', 'standard', 'invoice-only']);
  world.trace(`the connecting user becomes ${userRole}`);
  world.control('PATCH', `organisations/${world.xeroTenantId}`, { userRole });
}
