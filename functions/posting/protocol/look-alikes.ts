/** Tells whether a document that Xero has may be one that was sent, although people have changed it since. */
import * as z from 'zod';
import { toCents } from '../../../domain/money.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { DocumentContent, UnreadableDocument, XeroLine } from '../../services/xero/port.ts';
import type { OpenDocument } from './open-document.ts';

/**
 * Whether a document of the same type may be the one that was sent: it has its bank account and the amounts of its lines,
 * and does not link to another payment. In Xero the total and the link can't be changed; lines can be recoded.
 */
export const looksLike = (document: Pick<OpenDocument, 'json'>, content: DocumentContent): boolean =>
  !isOfAnother(document, content) && hasAmounts(document, content);

/** Whether a document that can't be read may be the one that was sent, by what is readable of it. */
export function mayBeUnreadable(
  type: DocumentType,
  { json }: Pick<OpenDocument, 'json'>,
  { xeroType, bankAccountId, total }: Pick<UnreadableDocument, 'xeroType' | 'bankAccountId' | 'total'>,
): boolean {
  if (xeroType !== null && xeroType !== type) return false;
  const { BankAccount, LineItems = [] } = Sent.parse(JSON.parse(json));
  const isElsewhere = bankAccountId !== null && bankAccountId !== (BankAccount?.AccountID ?? null);
  const sum = LineItems.reduce((all, { UnitAmount }) => all + toCents(UnitAmount ?? 0), 0);
  return !isElsewhere && (total === null || BankAccount === undefined || total === sum);
}

function isOfAnother({ json }: Pick<OpenDocument, 'json'>, { url }: DocumentContent): boolean {
  const linked = idsIn(url);
  return linked !== '' && linked !== idsIn(Sent.parse(JSON.parse(json)).Url ?? '');
}

const idsIn = (url: string): string =>
  (url.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []).join(' ').toLowerCase();

function hasAmounts({ json }: Pick<OpenDocument, 'json'>, content: DocumentContent): boolean {
  const { BankAccount, LineItems, JournalLines } = Sent.parse(JSON.parse(json));
  const lines = LineItems ?? JournalLines ?? [];
  const isElsewhere = (BankAccount?.AccountID ?? null) !== content.bankAccountId;
  if (isElsewhere || lines.length !== content.lines.length) return false;
  const left = [...content.lines];
  return lines.every((line) => {
    const index = left.findIndex((other) => isSameAmount(line, other));
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

const SentLine = z.object({
  UnitAmount: z.number().optional(),
  LineAmount: z.number().optional(),
});

type SentLine = z.output<typeof SentLine>;

const Sent = z.object({
  Url: z.string().optional(),
  BankAccount: z.object({ AccountID: z.string() }).optional(),
  LineItems: z.array(SentLine).optional(),
  JournalLines: z.array(SentLine).optional(),
});

const isSameAmount = ({ UnitAmount, LineAmount }: SentLine, { cents }: XeroLine): boolean =>
  toCents(UnitAmount ?? LineAmount ?? 0) === cents;
