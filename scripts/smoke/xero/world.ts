/** The state that the steps against Xero share. */
import { randomUUID } from 'node:crypto';
import type { Cleanup } from '../cleanup.ts';
import { type Answer, type Evidence, listAt, textAt } from '../evidence.ts';
import type { Person } from '../person.ts';
import type { ProductClient } from './product.ts';
import { messagesOf, type XeroSession } from './session.ts';

/** Objects of the organisation that later steps need. */
export interface Books {
  readonly shortCode: string;
  readonly bankAccountId: string;
  readonly expense: { readonly id: string; readonly code: string };
  readonly liability: { readonly id: string; readonly code: string };
  readonly contactId: string;
}

export interface XeroWorld {
  readonly evidence: Evidence;
  readonly person: Person;
  readonly session: XeroSession;
  readonly product: ProductClient;
  readonly cleanup: Cleanup;
  readonly wait: (seconds: number) => Promise<void>;
  /** Filled by the steps. */
  readonly found: Partial<Books>;
  /** In names and references of everything that the run creates. */
  readonly mark: string;
}

export const newMark = (): string => `smoke-${randomUUID().slice(0, 8)}`;

/** Returns an object that an earlier step found. @throws Error when it did not. */
export function need<Name extends keyof Books>({ found }: XeroWorld, name: Name): Books[Name] {
  const value = found[name] as Books[Name] | undefined;
  if (value === undefined) throw new Error(`No ${name}: an earlier check failed.`);
  return value;
}

export const today = (): string => daysAgo(0);

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

interface Line {
  readonly amount: number;
  readonly by?: 'id' | 'code';
}

/** The JSON of a payment in the product's form. Lines name their account by code unless told otherwise. */
export function spend(
  world: XeroWorld,
  reference: string,
  { lines = [{ amount: 10 }], date = today() }: { lines?: readonly Line[]; date?: string } = {},
): object {
  const { id, code } = need(world, 'expense');
  return {
    Type: 'SPEND',
    Contact: { ContactID: need(world, 'contactId') },
    BankAccount: { AccountID: need(world, 'bankAccountId') },
    Date: date,
    Reference: reference,
    LineAmountTypes: 'NoTax',
    Status: 'AUTHORISED',
    LineItems: lines.map(({ amount, by = 'code' }, index) => ({
      Description: `Smoke test line ${index + 1}`,
      Quantity: 1,
      UnitAmount: amount,
      ...(by === 'id' ? { AccountID: id } : { AccountCode: code }),
      TaxType: 'BASEXCLUDED',
    })),
  };
}

/** Posts documents. Those that Xero created are removed at the end. */
export async function post(
  { session, cleanup }: XeroWorld,
  kind: 'BankTransactions' | 'ManualJournals',
  documents: readonly object[],
  { key, token, query = '' }: { key?: string; token?: string; query?: string } = {},
): Promise<Answer> {
  const answer = await session.call('PUT', `${kind}${query}`, {
    body: { [kind]: documents },
    ...(key !== undefined && { key }),
    ...(token !== undefined && { token }),
  });
  if (answer.status === 200)
    for (const id of createdIds(answer, kind)) addUndo({ session, cleanup }, kind, id);
  return answer;
}

/** Returns the ids of the documents that an answer says were created. */
export function createdIds({ body }: Answer, kind: 'BankTransactions' | 'ManualJournals'): string[] {
  const field = kind === 'BankTransactions' ? 'BankTransactionID' : 'ManualJournalID';
  const isCreated = (document: unknown): boolean =>
    listAt(document, 'ValidationErrors').length === 0 &&
    (document as Record<string, unknown>)[field] !== undefined;
  return listAt(body, kind)
    .filter(isCreated)
    .map((document) => textAt(document, field));
}

function addUndo(
  { session, cleanup }: Pick<XeroWorld, 'session' | 'cleanup'>,
  kind: 'BankTransactions' | 'ManualJournals',
  id: string,
): void {
  const change =
    kind === 'BankTransactions'
      ? { BankTransactionID: id, Status: 'DELETED' }
      : { ManualJournalID: id, Narration: 'Smoke test', Status: 'VOIDED' };
  cleanup.add(`${kind} ${id}`, async () => {
    const answer = await session.call('POST', kind, { body: { [kind]: [change] } });
    const isGone = answer.status === 400 && /deleted|VOIDED/i.test(messagesOf(answer));
    return isGone ? { ...answer, status: 404 } : answer;
  });
}
