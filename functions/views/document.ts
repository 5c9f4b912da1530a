/** Documents as the wire shows them. */
import type * as z from 'zod';
import type { DocumentLine, LedgerDocument } from '../../domain/journal/document.ts';
import { toDollars } from '../../domain/money.ts';
import type { XeroTracking } from '../services/xero/port.ts';
import { lineTrackingView } from './tracking.ts';
import type { LedgerDocument as DocumentWire } from '../api/document.ts';

/** @param trackingOf the options that a line will carry, of a document that isn't posted yet */
export const documentView = (
  { type, date, bankAmount, lines }: LedgerDocument,
  trackingOf?: (line: DocumentLine) => readonly XeroTracking[],
): z.input<typeof DocumentWire> => ({
  type,
  date,
  bankAmount: toDollars(bankAmount),
  lines: lines.map((line) => ({
    role: line.role,
    accountId: line.account,
    description: line.description,
    amount: toDollars(line.amount),
    ...(trackingOf && { tracking: lineTrackingView(trackingOf(line)) }),
  })),
});
