/** Documents of a schedule as the bytes that are sent. */
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { invalid } from '../../domain/refusal.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { bankDocumentJson, journalJson } from '../services/xero/documents.ts';
import type { DocumentLine } from '../services/xero/port.ts';
import type { OpenDocument } from './documents.ts';
import { referenceField } from '../../domain/posting/document-reference.ts';
import { scheduleUrl } from '../services/xero/links.ts';
import { contactNameOf } from './contact.ts';
import { notReady } from './refusals.ts';

/** The inputs of a schedule's documents besides the schedule. */
export interface DocumentSetting {
  readonly origin: string;
  /** Null: Xero finds the contact by its name. */
  readonly contactId: string | null;
  /** Account codes by id. */
  readonly codes: ReadonlyMap<string, string>;
}

/** A document to post. */
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
  { origin, contactId, codes }: DocumentSetting,
): Pick<OpenDocument, 'reference' | 'json' | 'date' | 'contactId' | 'roles'> {
  const { type, date, lineAmountTypes } = document;
  const url = scheduleUrl(origin, schedule, paymentId);
  const isJournal = type === 'MANUAL-JOURNAL';
  const bankAccountId = isJournal ? null : (schedule.accounts['bankAccountId'] ?? null);
  if (!isJournal && bankAccountId === null) throw notReady();
  const sign = type === 'RECEIVE' ? -1 : 1;
  const lines = document.lines.map((line) => lineOf(line, codes, sign));
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

/** The amount of a line that receives money credits its account, so its sign is the opposite. */
function lineOf(
  { role, account, description, taxType, amount }: LedgerDocument['lines'][number],
  codes: ReadonlyMap<string, string>,
  sign: 1 | -1,
): DocumentLine {
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
  };
}
