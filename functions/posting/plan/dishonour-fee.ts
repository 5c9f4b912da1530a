/** The fee that a dishonour costs: a bank transaction of its own, as the bank lists it. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { isJournalAccount } from '../../../domain/accounts/ledger-account.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { type Cents, formatMoney, negated } from '../../../domain/money.ts';
import { paymentReference } from '../../../domain/posting/document-reference.ts';
import { conflict, invalid, type Refusal } from '../../../domain/refusal.ts';
import { readDishonourFee, type StoredDishonourFee } from '../../records/schedules/reversals.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { keys } from '../../store/keys.ts';
import { refuseUnknownAccounts } from '../../xero/reads.ts';
import { ratesOf, refuseUnusableRate } from '../../xero/tax-setting.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import type { Outcome } from '../protocol/outcome.ts';
import { unconfirmedDocument } from '../protocol/refusals.ts';
import { type DocumentKind, type ReadyDocument, readSchedule } from './document-kind.ts';
import { openDocument } from './ledger-documents.ts';
import { checkDishonour, postedDocuments, reversible } from './reversal.ts';
import { chartOf, codesOf, type Run, trackerOf } from './run.ts';

export interface DishonourFee {
  readonly amount: Cents;
  readonly accountId: string;
  readonly taxType: string;
}

interface WantedFee {
  /** Of the payment that was dishonoured. */
  readonly number: number;
  readonly date: CalendarDate;
  readonly fee: DishonourFee;
}

/** Posted before the reversal: once the payment counts as dishonoured, its fee is in Xero. */
export const dishonourFee = {
  name: 'dishonour-fee',
  hasContact: false,
  stopsAtRefusal: true,
  unconfirmed: () => unconfirmedDocument('The fee'),
  read: readSchedule,

  async plan(run, schedule, wanted) {
    const ready: ReadyDocument[] = [];
    const outcomes: [number, Outcome][] = [];
    for (const { number, date, fee } of wanted) {
      const documents = await postedDocuments(run, schedule, number);
      const posted = documents.filter(({ documentId }) => documentId !== null);
      checkDishonour(posted, date);
      const attempt = Math.max(...documents.map((document) => document.attempt));
      const stored = await readDishonourFee(run.context.services.table, schedule.scheduleId, number, attempt);
      if (stored) {
        if (!isSame(stored, fee)) throw otherFee(stored);
        outcomes.push([number, { kind: 'posted', documentId: stored.documentId ?? '' }]);
        continue;
      }
      await checkFee(run, schedule, fee);
      const inXero = await reversible(run, posted, date);
      const bank = inXero.find(({ content }) => content.bankAccountId !== null)?.content;
      const { contactId = null, bankAccountId = null } = bank ?? {};
      const of = { number, attempt, date, fee, contactId, bankAccountId };
      const draft = async () => draftFee(run, schedule, of);
      ready.push({ subject: number, part: 0, type: 'SPEND', date, draft });
    }
    return { ready, outcomes };
  },
} satisfies DocumentKind<WantedFee>;

const isSame = (stored: StoredDishonourFee, fee: DishonourFee): boolean =>
  stored.amount === fee.amount && stored.accountId === fee.accountId && stored.taxType === fee.taxType;

const otherFee = ({ amount }: StoredDishonourFee): Refusal =>
  conflict(
    'payment/fee-posted',
    `A fee of ${formatMoney(amount)} is in Xero for this dishonour already. Please enter the same fee, or none.`,
  );

/** @throws Refusal `not-found` for an unknown account, `invalid` for one or a tax rate that can't be used */
async function checkFee(
  run: Run,
  schedule: OwnedSchedule,
  { accountId, taxType }: DishonourFee,
): Promise<void> {
  const field = 'dishonoured.fee.accountId';
  const chart = await chartOf(run);
  refuseUnknownAccounts(chart, [[field, accountId]]);
  const account = chart.find(({ id }) => id === accountId);
  if (account && !isUsable(account, schedule)) {
    throw invalid(field, 'payment/fee-account', `A fee can't go to the account "${account.name}".`);
  }
  if (taxType === NO_GST) return;
  const { services, session } = run.context;
  const rates = await run.once('rates', () => ratesOf(services, session));
  refuseUnusableRate(rates, account, { field: 'dishonoured.fee.taxType', taxType });
}

/** A fee is no part of what is owed by the contract, which the ledger check compares. */
const isUsable = (account: LedgerAccount, { accounts }: OwnedSchedule): boolean =>
  isJournalAccount(account) &&
  account.class !== 'LIABILITY' &&
  accounts['interestExpenseAccountId'] !== account.id;

async function draftFee(
  run: Run,
  schedule: OwnedSchedule,
  {
    number,
    attempt,
    date,
    fee,
    contactId,
    bankAccountId,
  }: WantedFee & {
    readonly attempt: number;
    readonly contactId: string | null;
    readonly bankAccountId: string | null;
  },
): Promise<OpenDocument<StoredDishonourFee>> {
  const { services, session } = run.context;
  const { scheduleId } = schedule;
  const { amount, accountId, taxType } = fee;
  const description = `Dishonour fee, payment ${number} of ${schedule.name}`;
  const document: LedgerDocument = {
    type: 'SPEND',
    date,
    bankAmount: negated(amount),
    lineAmountTypes: taxType === NO_GST ? 'NoTax' : 'Inclusive',
    lines: [{ role: 'other', account: accountId, description, amount, taxType }],
  };
  const reference = paymentReference(scheduleId, number, { attempt, isFee: true }, services.restores.length);
  // The fee leaves the account that paid, also where the schedule pays from another one since.
  const payer = { ...schedule, accounts: { ...schedule.accounts, ...(bankAccountId && { bankAccountId }) } };
  const codes = await codesOf(run);
  const setting = { origin: services.origin, contactId, codes, tracker: await trackerOf(run, schedule) };
  return {
    ...openDocument(payer, { reference, narration: description, document }, setting),
    kind: 'dishonour-fee',
    ownerId: scheduleId,
    sk: keys.dishonourFee(scheduleId, number, attempt).sk,
    subject: number,
    item: {
      number,
      attempt,
      state: 'posting',
      xeroTenantId: session.xeroTenantId,
      documentId: null,
      date,
      amount,
      accountId,
      taxType,
    },
  };
}
