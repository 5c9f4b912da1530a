/** Bank transactions of others that were changed: how one is read, and how its former coding is restored. */
import { cents } from '../../../domain/money.ts';
import type { FormerTransaction, StoredPayment } from '../../records/schedules/payments.ts';
import type { SentDocument } from '../../records/schedules/sent-document.ts';
import { bankDocumentJson } from '../../services/xero/documents.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentContent, XeroLine } from '../../services/xero/port.ts';
import { readChart } from '../../xero/reads.ts';
import type { CallsMade } from '../../../domain/posting/protocol.ts';
import type { OpenDocument } from './open-document.ts';
import { hasCoding, referencesIn } from './look-alikes.ts';
import { recordedCall, type PostingContext } from './recorded-call.ts';
import { reconciledInXero } from './refusals.ts';
import type { RemovalOutcome } from './remove-document.ts';

/** The evidence of a transaction about the call that was to change it. */
export interface ChangeTrace {
  /** The change stands, or stood before a person deleted the transaction. */
  readonly isMade: boolean;
  /** It has not changed since it was read, so the same bytes may go out again. */
  readonly isUntouched: boolean;
}

/** Reads the transaction that a document changes, by its id. A change without its reference is believed last. */
export async function traceOf(
  context: PostingContext,
  document: OpenDocument,
  isProof: boolean,
): Promise<ChangeTrace> {
  const { xero, protocol } = context.services;
  const id = document.changes ?? '';
  const content = await context.session.call((access) => xero.readDocument(access, 'SPEND', id));
  if (content === null) return { isMade: false, isUntouched: false };
  const isMade =
    referencesIn(content, protocol).includes(document.reference) ||
    (isProof && !content.deleted && hasCoding(document, content));
  const { corrected } = document.item as Partial<StoredPayment>;
  const isUntouched = !content.deleted && content.updatedAt === (corrected?.former?.updatedAt ?? null);
  return { isMade, isUntouched };
}

/** Returns what is stored of a transaction before its coding is corrected. */
export const formerOf = (
  { date, contactId, text, bankAccountId, lineAmountTypes, updatedAt }: DocumentContent,
  lines: readonly XeroLine[],
): FormerTransaction => ({
  date,
  contactId: contactId ?? '',
  reference: text,
  bankAccountId: bankAccountId ?? '',
  lineAmountTypes,
  lines: [...lines],
  updatedAt,
});

/** A payment whose transaction was changed in place. */
type Changed = Pick<StoredPayment, 'documentId' | 'document' | 'corrected'>;

/**
 * Restores the former contact, reference and lines of a transaction; one that is deleted or restored already is left.
 * `storeCalls` stores its calls. At most one is under way, since a late one would undo what came after it.
 * @throws LeaseLost, WriteRefused when another process posts now.
 */
export async function restoreTransaction<Item extends { readonly calls: CallsMade }>(
  context: PostingContext,
  before: Item,
  storeCalls: (stored: Item, calls: CallsMade) => Promise<Item>,
  payment: Changed,
): Promise<RemovalOutcome<Item>> {
  const { xero, ids, clock, protocol } = context.services;
  const { session, onlyLooks } = context;
  const id = payment.documentId ?? '';
  const former = payment.corrected?.former ?? null;
  try {
    const content = await session.call((access) => xero.readDocument(access, 'SPEND', id));
    if (content === null || content.deleted || former === null) {
      return former === null
        ? { kind: 'kept', stored: before, error: kept() }
        : { kind: 'removed', stored: before };
    }
    if (await isRestored(context, payment, content)) return { kind: 'removed', stored: before };
    const { calls } = before;
    if (calls.areUnanswered && !protocol.provesAbsence(calls, clock.now())) {
      return { kind: 'unknown', stored: before, error: new XeroError('unavailable') };
    }
    if (onlyLooks || !(await isAsCorrected(context, payment, content))) {
      return { kind: 'kept', stored: before, error: kept() };
    }
    const { reference, date, contactId, bankAccountId, lineAmountTypes, lines } = former;
    const json = bankDocumentJson(
      { type: 'SPEND', reference, date, contactId, bankAccountId, url: '', lineAmountTypes, lines },
      id,
    );
    const key = ids.uuid();
    const answer = await recordedCall(
      context,
      { ...before, calls: { ...calls, firstAt: null, areUnanswered: false } },
      storeCalls,
      (access) => xero.updateTransaction(access, { reference, json, changes: id }, key),
    );
    if (answer.kind !== 'answered') {
      const isOver = answer.kind === 'refused';
      return { kind: isOver ? 'kept' : 'unknown', stored: answer.stored, error: answer.error };
    }
    const { stored, result } = answer;
    if ('id' in result) return { kind: 'removed', stored };
    return {
      kind: 'kept',
      stored,
      error: new XeroError('refused', { answered: 200, messages: result.errors }),
    };
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return { kind: 'unknown', stored: before, error };
  }
}

const kept = (): XeroError =>
  new XeroError('refused', { messages: ['The transaction is reconciled, or was edited since.'] });

/**
 * Refuses what a restoration would refuse, before it is begun.
 * @throws Refusal `conflict` for a transaction that is reconciled or was edited since
 */
export async function refuseUnrestorable(context: PostingContext, payment: Changed): Promise<void> {
  const { services, session } = context;
  const id = payment.documentId ?? '';
  const content = await session.call((access) => services.xero.readDocument(access, 'SPEND', id));
  if (content === null || content.deleted || (await isRestored(context, payment, content))) return;
  if (!(await isAsCorrected(context, payment, content))) throw reconciledInXero();
}

/** Whether it has the lines, contact and reference of before the correction. */
async function isRestored(
  context: PostingContext,
  { corrected }: Changed,
  content: DocumentContent,
): Promise<boolean> {
  const former = corrected?.former;
  if (!former || content.text !== former.reference || content.contactId !== former.contactId) return false;
  return hasLines(
    await namedLines(context, content.lines),
    (await namedLines(context, former.lines)).map(({ accountId, cents: amount }) => ({
      account: accountId,
      amount: cents(amount),
    })),
  );
}

/** Whether it is still as the correction left it, and may be changed. */
async function isAsCorrected(
  context: PostingContext,
  { document }: Changed,
  content: DocumentContent,
): Promise<boolean> {
  if (content.reconciled || document === null) return false;
  const isOurs = referencesIn(content, context.services.protocol).includes(document.reference);
  const isMoved = content.date !== document.date || content.bankAccountId !== document.bankAccountId;
  return isOurs && !isMoved && hasLines(await namedLines(context, content.lines), document.lines);
}

/** Xero may name accounts by their codes alone. */
async function namedLines(
  { services, session }: PostingContext,
  lines: readonly XeroLine[],
): Promise<readonly XeroLine[]> {
  if (lines.every(({ accountId }) => accountId !== '')) return lines;
  const idOf = new Map((await readChart(services.xero, session)).map(({ code, id }) => [code, id]));
  return lines.map((line) =>
    line.accountId === '' ? { ...line, accountId: idOf.get(line.accountCode ?? '') ?? '' } : line,
  );
}

function hasLines(
  found: readonly XeroLine[],
  wanted: readonly Pick<SentDocument['lines'][number], 'account' | 'amount'>[],
): boolean {
  const left = [...found];
  return (
    found.length === wanted.length &&
    wanted.every(({ account, amount }) => {
      const index = left.findIndex((line) => line.accountId === account && line.cents === amount);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    })
  );
}
