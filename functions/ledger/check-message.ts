/**
 * The message about an entity's ledger. One stands at most: each change of the ledger's state replaces it or settles
 * it. Documents that were changed or deleted in Xero have messages of their own, so they are left out here.
 */
import type * as z from 'zod';
import { type AccountCheck, agrees, type Cause } from '../../domain/ledger/ledger-check.ts';
import { sumCents } from '../../domain/money.ts';
import { digest } from '../lib/digest.ts';
import type { Told } from '../records/entities/ledger-checks.ts';
import type { LedgerCheck as Wire } from '../api/ledger-check.ts';
import type { LedgerCheck } from './run-check.ts';

export interface LedgerNews {
  readonly told: Told;
  /** Null where a message would repeat the last one. */
  readonly message: { readonly subject: string; readonly text: string } | null;
}

/** Returns the message that a result needs after the last one. A first result that agrees is no news. */
export function ledgerNews(
  check: LedgerCheck,
  view: z.input<typeof Wire>,
  last: Pick<Told, 'digest' | 'isOpen'> | null,
): LedgerNews {
  const open = check.status === 'differs' ? check.rows.flatMap((row) => untold(check, row)) : [];
  const isOpen = check.status === 'unknown' || open.length > 0;
  const told = {
    digest: digest(JSON.stringify([isOpen && check.status, check.obstacle?.kind, open])),
    isOpen,
  };
  if (isOpen && last?.digest !== told.digest) {
    const accounts = new Set(open.map(([account]) => account));
    const sentences = view.accounts
      .filter(({ accountId }) => accountId !== null && accounts.has(accountId))
      .map(({ name, text }) => `${name} is ${text}.`);
    const message =
      check.status === 'unknown'
        ? { subject: 'the ledger could not be checked', text: view.message ?? '' }
        : { subject: 'the ledger differs from the schedules', text: sentences.join(' ') };
    return { told, message };
  }
  if (check.status !== 'agrees' || last?.isOpen !== true) return { told, message: null };
  const text = 'The liability accounts in Xero agree with the schedules again.';
  return { told, message: { subject: 'the ledger agrees again', text } };
}

/** The part of an account's difference that no other message is about. */
function untold(check: LedgerCheck, row: AccountCheck): (readonly [account: string, amount: number])[] {
  if (agrees(row)) return [];
  const amount = sumCents(row.causes.filter((cause) => !isTold(check, cause)).map((cause) => cause.amount));
  return amount === 0 ? [] : [[row.account, amount]];
}

/** Whether users know of a cause: by a document's own message, or since they stored or posted it themselves. */
function isTold({ loaded }: LedgerCheck, { kind, documentId }: Cause): boolean {
  if (kind === 'reconciling-item' || kind === 'adjusting-journal') return true;
  return loaded.some(({ documents }) =>
    documents.some((document) => document.isCurrent && document.documentId === documentId),
  );
}
