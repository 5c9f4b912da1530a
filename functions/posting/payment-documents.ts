/** The documents of a schedule's payments, as they will be sent. */
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { paymentJournal } from '../../domain/journal/payment-journal.ts';
import { amortise, type Amortisation } from '../../domain/schedule/amortise.ts';
import { paymentId } from '../schedules/payment-store.ts';
import type { OwnedSchedule } from '../schedules/schedule-store.ts';
import { bankDocumentJson } from '../services/xero/documents.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import type { OpenDocument } from './open-document.ts';
import { paymentToken, scheduleUrl } from './document-tokens.ts';
import { notReady } from './refusals.ts';

/** The inputs of a schedule's documents besides the schedule. */
export interface DocumentSetting {
  readonly origin: string;
  readonly xeroTenantId: XeroTenantId;
  readonly shortCode: string;
  readonly contactId: string;
  /** Account codes by id. */
  readonly codes: ReadonlyMap<string, string>;
}

/**
 * Returns the documents of payments, by their numbers.
 * @throws Refusal `conflict` when an account is not mapped.
 */
export function paymentDocuments(
  schedule: OwnedSchedule,
  numbers: readonly number[],
  setting: DocumentSetting,
): OpenDocument[] {
  const amortisation = amortise(schedule.terms);
  return numbers.map((number) => paymentDocument(schedule, amortisation, number, setting));
}

function paymentDocument(
  { entityId, scheduleId, contractNumber, accounts }: OwnedSchedule,
  amortisation: Amortisation,
  number: number,
  { origin, xeroTenantId, shortCode, contactId, codes }: DocumentSetting,
): OpenDocument {
  if (!isMappingComplete(accounts)) throw notReady();
  const { date, lines } = paymentJournal(amortisation, number, accounts);
  const token = paymentToken(scheduleId, number);
  const json = bankDocumentJson({
    type: 'SPEND',
    reference: referenceOf(contractNumber, token),
    date,
    contactId,
    bankAccountId: accounts.bankAccountId,
    url: scheduleUrl(origin, { entityId, scheduleId }, paymentId(scheduleId, number)),
    lines: lines.map(({ account, description, amount }) => ({
      accountId: account,
      accountCode: codes.get(account) ?? null,
      description,
      taxType: 'BASEXCLUDED',
      cents: amount,
    })),
  });
  const item = { number, state: 'posting', xeroTenantId, shortCode, documentId: null };
  return { scheduleId, sk: keys.payment(scheduleId, number).sk, token, json, date, contactId, item };
}

/** The contract number first, so that the document reads like the bank line. Its length leaves room for the token. */
function referenceOf(contractNumber: string, token: string): string {
  return contractNumber === '' ? token : `${contractNumber} ${token}`;
}
