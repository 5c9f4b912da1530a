/** The attention items about a schedule's documents in Xero: changed, missing, or not matched with the bank. */
import { businessDate, type CalendarDate, formatShortDay } from '../../domain/calendar.ts';
import { cents, type Cents, formatMoney, sumCents } from '../../domain/money.ts';
import type { AttentionItem, StoredAttentionKind } from '../records/entities/attention.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { TableReader } from '../store/table.ts';
import { type OwnDocument, readBooks } from './schedule-books.ts';
import { acceptanceOf, type Finding, readFindings } from '../records/schedules/findings.ts';
import type { OwnedSchedule } from '../records/schedules/schedule-item.ts';
import type { UnmatchedPayment } from './unmatched-payments.ts';

/** A document with its finding, which has no acceptance. */
interface Deviating {
  readonly document: OwnDocument;
  readonly finding: Finding;
}

/** Returns the items of changed and of missing documents. A document that was replaced, or accepted, is in neither. */
export async function documentItems(
  table: TableReader,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  today: CalendarDate,
): Promise<DocumentItems> {
  const [{ documents }, findings] = await Promise.all([
    readBooks(table, schedule, entity.xero?.tenantId ?? null),
    readFindings(table, schedule.scheduleId),
  ]);
  return deviationItems(deviatingAmong(documents, findings), today);
}

export type DocumentItems = readonly (readonly [StoredAttentionKind, AttentionItem | null])[];

/** Returns the current documents that are changed or missing, without those accepted as they are. */
export const deviatingAmong = (
  documents: readonly OwnDocument[],
  findings: ReadonlyMap<string, Finding>,
): Deviating[] =>
  documents.flatMap((document): Deviating[] => {
    const finding = document.isCurrent ? findings.get(document.documentId) : undefined;
    const differs = finding?.status === 'changed' || finding?.status === 'missing';
    return differs && acceptanceOf(finding) === null ? [{ document, finding }] : [];
  });

/** Returns the items of deviating documents. */
export function deviationItems(open: readonly Deviating[], today: CalendarDate): DocumentItems {
  const of = (wanted: Finding['status']) => open.filter(({ finding: { status } }) => status === wanted);
  return [
    ['document-missing', deviationItem(of('missing'), 'deleted', today)],
    ['document-changed', deviationItem(of('changed'), 'changed', today)],
  ];
}

function deviationItem(some: readonly Deviating[], done: string, today: CalendarDate): AttentionItem | null {
  const [first] = some;
  const [since] = some.map(({ finding }) => businessDate(Date.parse(finding.since))).toSorted();
  if (first === undefined || since === undefined) return null;
  const amount = sumCents(some.map(({ document }) => amountOf(document)));
  const others = some.length - 1;
  const documents =
    others === 0 ? 'was' : `and ${others} more ${others === 1 ? 'document' : 'documents'} were`;
  const differences = others === 0 ? first.finding.differences : [];
  return {
    since: since > today ? today : since,
    amount: amount === 0 ? null : amount,
    text: [`${documentText(first.document)} ${documents} ${done} in Xero.`, ...differences].join(' '),
  };
}

/** Returns the amount that a transaction moved on the bank account; 0 for a journal, whose lines cancel. */
const amountOf = ({ type, sent: { lines } }: OwnDocument): Cents =>
  type === 'MANUAL-JOURNAL' ? cents(0) : sumCents(lines.map(({ amount }) => amount));

/** `Payment 21 (15 Oct 2026, $1,000.00)`. */
export function documentText(document: OwnDocument): string {
  const { owner, sent } = document;
  const date = formatShortDay(sent.date);
  if (owner.kind === 'opening') return `The opening journal of ${date}`;
  const subject = owner.kind === 'payment' ? `Payment ${owner.number}` : 'The change';
  const amount = amountOf(document);
  return `${subject} (${amount === 0 ? date : `${date}, ${formatMoney(amount)}`})`;
}

/** Returns the item of payments that the bank has not matched; null without any. */
export function unmatchedItem(payments: readonly UnmatchedPayment[]): AttentionItem | null {
  const [first] = payments;
  const [since] = payments.map((payment) => payment.since).toSorted();
  if (first === undefined || since === undefined) return null;
  const { number, date, amount } = first;
  const others = payments.length - 1;
  const verb = others === 0 ? 'is' : `and ${others} more ${others === 1 ? 'payment' : 'payments'} are`;
  return {
    since,
    amount: sumCents(payments.map((payment) => payment.amount)),
    text: `Payment ${number} (${formatShortDay(date)}, ${formatMoney(amount)}) ${verb} not matched with the bank: paid late, dishonoured, or another amount?`,
  };
}
