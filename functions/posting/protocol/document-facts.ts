/** The facts of a document in Xero, for later comparison: they are read from the bytes that were sent. */
import * as z from 'zod';
import { calendarDate } from '../../../domain/calendar.ts';
import { LINE_AMOUNT_TYPES, NO_GST } from '../../../domain/gst/tax-types.ts';
import { cents, negated, sumCents, toCents } from '../../../domain/money.ts';
import type { SentDocument } from '../../records/schedules/sent-document.ts';
import type { DocumentContent } from '../../services/xero/port.ts';
import { digest } from '../../lib/digest.ts';
import type { OpenDocument } from './open-document.ts';

const common = { Date: z.string(), LineAmountTypes: z.enum(LINE_AMOUNT_TYPES) };
const Tracking = z.array(z.object({ TrackingCategoryID: z.string(), TrackingOptionID: z.string() }));

const line = {
  AccountID: z.string(),
  Description: z.string(),
  TaxType: z.string(),
  Tracking: Tracking.optional(),
};

/** The ids of a line's options; no attribute without any. */
const trackedBy = (tracking: z.output<typeof Tracking> = []) =>
  tracking.length > 0 && {
    tracking: tracking.map(({ TrackingCategoryID: categoryId, TrackingOptionID: optionId }) => ({
      categoryId,
      optionId,
    })),
  };

const Sent = z.union([
  z
    .object({
      ...common,
      Type: z.enum(['SPEND', 'RECEIVE']),
      BankAccount: z.object({ AccountID: z.string() }),
      Contact: z.object({ ContactID: z.string().optional() }),
      LineItems: z.array(z.object({ ...line, UnitAmount: z.number() })),
    })
    .transform(({ Type: type, BankAccount, Contact, LineItems, ...rest }) => ({
      ...rest,
      type,
      contactId: Contact.ContactID ?? null,
      bankAccountId: BankAccount.AccountID,
      // The lines of money received credit their accounts.
      lines: LineItems.map((item) => ({
        ...item,
        amount: cents((type === 'RECEIVE' ? -1 : 1) * toCents(item.UnitAmount)),
      })),
    })),
  z
    .object({ ...common, JournalLines: z.array(z.object({ ...line, LineAmount: z.number() })) })
    .transform(({ JournalLines, ...rest }) => ({
      ...rest,
      type: 'MANUAL-JOURNAL' as const,
      contactId: null,
      bankAccountId: null,
      lines: JournalLines.map((item) => ({ ...item, amount: toCents(item.LineAmount) })),
    })),
]);

/** Returns the facts of a document from its bytes. The roles of its lines stand in their order beside them. */
export function sentDocumentOf({
  reference,
  json,
  roles = [],
}: Pick<OpenDocument, 'reference' | 'json' | 'roles'>): SentDocument {
  const { type, Date: date, LineAmountTypes, bankAccountId, contactId, lines } = Sent.parse(JSON.parse(json));
  const isJournal = type === 'MANUAL-JOURNAL';
  return {
    reference,
    type,
    date: calendarDate(date),
    bankAmount: isJournal ? cents(0) : negated(sumCents(lines.map(({ amount }) => amount))),
    bankAccountId,
    contactId,
    lineAmountTypes: LineAmountTypes,
    lines: lines.map(({ AccountID, Description, TaxType, Tracking: tracking, amount }, index) => ({
      role: roles[index] ?? 'other',
      account: AccountID,
      description: Description,
      amount,
      // A reversal without tax repeats a type of Xero's that no other document has.
      taxType: LineAmountTypes === 'NoTax' ? NO_GST : TaxType,
      ...trackedBy(tracking),
    })),
    digest: digest(json),
  };
}

/** Returns the facts of a journal that was read from Xero: its bytes are not known. */
export const sentJournal = (
  reference: string,
  { date, lineAmountTypes, lines }: DocumentContent,
): SentDocument => ({
  reference,
  type: 'MANUAL-JOURNAL',
  date,
  bankAmount: cents(0),
  bankAccountId: null,
  contactId: null,
  lineAmountTypes,
  lines: lines.map(({ accountId, description, taxType, cents: amount, tracking = [] }) => ({
    role: 'other',
    account: accountId,
    description,
    amount: cents(amount),
    taxType: lineAmountTypes === 'NoTax' ? NO_GST : taxType,
    ...(tracking.length > 0 && {
      tracking: tracking.map(({ categoryId, optionId }) => ({ categoryId, optionId })),
    }),
  })),
  digest: '',
});

export const inXero = (document: OpenDocument, documentId: string) => ({
  state: 'synced',
  documentId,
  document: sentDocumentOf(document),
});
