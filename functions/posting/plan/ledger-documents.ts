/** Documents of a schedule as the bytes that are sent. */
import { type LineAmountTypes, NO_GST } from '../../../domain/gst/tax-types.ts';
import type { LedgerDocument } from '../../../domain/journal/document.ts';
import { invalid } from '../../../domain/refusal.ts';
import type { CorrectedTransaction, FormerTransaction } from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { bankDocumentJson, journalJson } from '../../services/xero/documents.ts';
import type { ContentLine, DocumentContent, XeroLine } from '../../services/xero/port.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import { referenceField } from '../../../domain/posting/document-reference.ts';
import { scheduleUrl } from '../../services/xero/links.ts';
import { contactNameOf } from '../../xero/contact.ts';
import type { LineTracker } from './run.ts';
import { notReady } from '../protocol/refusals.ts';

/** The inputs of a schedule's documents besides the schedule. */
export interface DocumentSetting {
  readonly origin: string;
  /** Null: Xero finds the contact by its name. */
  readonly contactId: string | null;
  /** Account codes by id. */
  readonly codes: ReadonlyMap<string, string>;
  readonly tracker: LineTracker;
}

export interface ToPost {
  readonly reference: string;
  /** The narration of a journal, without the reference. */
  readonly narration: string;
  readonly document: LedgerDocument;
  /** The payment that the document's link opens. */
  readonly paymentId?: string;
}

/**
 * Returns a document with the bytes to send.
 * @throws Refusal `conflict` while an account of the schedule is not mapped, `invalid` while an account of the
 * document is not chosen.
 */
export function openDocument(
  schedule: OwnedSchedule,
  { reference, narration, document, paymentId }: ToPost,
  { origin, contactId, ...setting }: DocumentSetting,
): Pick<OpenDocument, 'reference' | 'json' | 'date' | 'contactId' | 'roles'> {
  const { type, date, lineAmountTypes } = document;
  const url = scheduleUrl(origin, schedule, paymentId);
  const isJournal = type === 'MANUAL-JOURNAL';
  const bankAccountId = isJournal ? null : (schedule.accounts['bankAccountId'] ?? null);
  if (!isJournal && bankAccountId === null) throw notReady();
  const sign = type === 'RECEIVE' ? -1 : 1;
  const lines = document.lines.map((line) => lineOf(line, setting, sign));
  const json =
    bankAccountId === null || isJournal
      ? journalJson({ narration: `${narration} [${reference}]`, date, lineAmountTypes, url, lines })
      : bankDocumentJson({
          type,
          reference: referenceField(schedule, reference),
          date,
          contactId,
          contactName: contactNameOf(schedule),
          bankAccountId,
          url,
          lineAmountTypes,
          lines,
        });
  return {
    reference,
    json,
    date,
    contactId: isJournal ? null : contactId,
    roles: document.lines.map(({ role }) => role),
  };
}

/** Returns the amount of a line with its GST, in cents. */
export const grossOf = (
  lineAmountTypes: LineAmountTypes,
  { cents, taxCents }: Pick<ContentLine, 'cents' | 'taxCents'>,
): number => cents + (lineAmountTypes === 'Exclusive' ? taxCents : 0);

/** Returns what is stored of a transaction whose coding a journal moves. */
export const formerOf = ({
  date,
  bankAccountId,
  lineAmountTypes,
  lines,
}: DocumentContent): FormerTransaction => ({
  date,
  bankAccountId: bankAccountId ?? '',
  lineAmountTypes,
  lines: lines.map((line) => ({ ...line, tracking: [...(line.tracking ?? [])] })),
});

/**
 * Returns the journal that moves the coding of a bank transaction to a document: the transaction's lines with opposite sign,
 * GST included, then the document's, without the bank's line. Xero works the GST out: at each rate the tax of an amount with
 * GST is the tax of the amount without it, to the cent.
 */
export function correctingJournal(
  schedule: OwnedSchedule,
  { reference, narration, document, paymentId }: ToPost,
  { transactionId, former }: CorrectedTransaction,
  { origin, ...setting }: DocumentSetting,
): Pick<OpenDocument, 'reference' | 'json' | 'date' | 'contactId' | 'roles'> {
  const { date } = document;
  const theirs = (former?.lines ?? [])
    .filter(({ cents }) => cents !== 0)
    .map((line) => ({
      ...line,
      taxType: former?.lineAmountTypes === 'NoTax' ? NO_GST : line.taxType,
      cents: -grossOf(former?.lineAmountTypes ?? 'NoTax', line),
    }));
  const ours = document.lines.map((line) => lineOf(line, setting, 1));
  const json = journalJson({
    narration: `${narration} [${reference}]`,
    date,
    lineAmountTypes: 'Inclusive',
    url: `${scheduleUrl(origin, schedule, paymentId)}&corrects=${transactionId}`,
    lines: [...theirs, ...ours],
  });
  const roles = [...theirs.map(() => 'other' as const), ...document.lines.map(({ role }) => role)];
  return { reference, json, date, contactId: null, roles };
}

/** Returns the id of the bank transaction that a correcting journal's link names; null for another one. */
export const correctedBy = (url: string): string | null => /[?&]corrects=([\w-]+)/.exec(url)?.[1] ?? null;

/** The amount of a line that receives money credits its account, so its sign is the opposite. */
function lineOf(
  { role, account, description, taxType, amount }: LedgerDocument['lines'][number],
  { codes, tracker }: Pick<DocumentSetting, 'codes' | 'tracker'>,
  sign: 1 | -1,
): XeroLine {
  if (account === null && role === 'other') {
    throw invalid(
      'accountId',
      'event/account',
      'Please choose the account of every line of this change first.',
    );
  }
  if (account === null) throw notReady();
  return {
    accountId: account,
    accountCode: codes.get(account) ?? null,
    description,
    taxType,
    cents: sign * amount,
    tracking: tracker(role, account),
  };
}
