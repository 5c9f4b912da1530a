/** Documents as the wire shows them. */
import type * as z from 'zod';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { toDollars } from '../../domain/money.ts';
import type { LedgerDocument as DocumentWire } from '../api/document.ts';

export const documentView = ({
  type,
  date,
  bankAmount,
  lines,
}: LedgerDocument): z.input<typeof DocumentWire> => ({
  type,
  date,
  bankAmount: toDollars(bankAmount),
  lines: lines.map(({ role, account, description, amount }) => ({
    role,
    accountId: account,
    description,
    amount: toDollars(amount),
  })),
});
