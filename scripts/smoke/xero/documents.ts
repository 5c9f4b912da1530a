/** Bank transactions and manual journals of the run, which are removed at the end. */
import { type Answer, listAt, textAt } from '../evidence.ts';
import { type Check, need, observe } from '../steps.ts';
import { call, expectRemoved, messagesOf, type XeroWorld } from './world.ts';

export const today = (): string => daysAgo(0);

export const daysAgo = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

interface SpendOptions {
  /** Amounts of the lines. */
  readonly lines?: readonly number[];
  readonly date?: string;
  /** Further fields of each line. */
  readonly more?: object;
}

/** The JSON of a payment in the product's form, with a reference of the mark and a name. */
export function spend(
  world: XeroWorld,
  name: string,
  { lines = [10], date = today(), more }: SpendOptions = {},
): object {
  return {
    Type: 'SPEND',
    Contact: { ContactID: need(world, 'contactId') },
    BankAccount: { AccountID: need(world, 'bankAccountId') },
    Date: date,
    Reference: `${world.mark} ${name}`,
    LineAmountTypes: 'NoTax',
    Status: 'AUTHORISED',
    LineItems: lines.map((amount, index) => ({
      Description: `Smoke test line ${index + 1}`,
      Quantity: 1,
      UnitAmount: amount,
      AccountCode: need(world, 'expense').code,
      TaxType: 'BASEXCLUDED',
      ...more,
    })),
  };
}

type Kind = 'BankTransactions' | 'ManualJournals';

const ID_FIELDS = { BankTransactions: 'BankTransactionID', ManualJournals: 'ManualJournalID' } as const;

/** Posts documents. Those that Xero created are removed at the end. */
export async function post(
  world: XeroWorld,
  documents: readonly object[],
  { kind = 'BankTransactions', key, query = '' }: { kind?: Kind; key?: string; query?: string } = {},
): Promise<Answer> {
  const body = { [kind]: documents };
  const answer = await call(world, 'PUT', `${kind}${query}`, { body, ...(key !== undefined && { key }) });
  for (const id of answer.status === 200 ? createdIds(answer, kind) : []) {
    world.cleanup.add(`${kind} ${id}`, async () => expectRemoved(await remove(world, [id], kind)));
  }
  return answer;
}

/** Posts a SPEND and returns its id. */
export async function postOne(world: XeroWorld, document: object): Promise<string> {
  const [id] = createdIds(await post(world, [document]));
  if (id === undefined) throw new Error('Xero did not create the document.');
  return id;
}

/** Deletes bank transactions, or voids journals. */
export function remove(
  world: XeroWorld,
  ids: readonly string[],
  kind: Kind = 'BankTransactions',
): Promise<Answer> {
  const change =
    kind === 'BankTransactions' ? { Status: 'DELETED' } : { Narration: 'Smoke test', Status: 'VOIDED' };
  const body = { [kind]: ids.map((id) => ({ [ID_FIELDS[kind]]: id, ...change })) };
  return call(world, 'POST', `${kind}${ids.length > 1 ? '?summarizeErrors=false' : ''}`, { body });
}

/** Returns the ids of the documents that an answer says were created. */
export function createdIds({ body }: Answer, kind: Kind = 'BankTransactions'): string[] {
  const isCreated = (document: unknown): boolean =>
    listAt(document, 'ValidationErrors').length === 0 && Object.hasOwn(document ?? {}, ID_FIELDS[kind]);
  return listAt(body, kind)
    .filter(isCreated)
    .map((document) => textAt(document, ID_FIELDS[kind]));
}

/** Returns how a check runs that posts one document and expects a status. */
export const answers =
  (status: 200 | 400, documentOf: (world: XeroWorld) => object, kind?: Kind): Check<XeroWorld>['run'] =>
  async (world) => {
    const answer = await post(world, [documentOf(world)], { ...(kind && { kind }) });
    return observe(answer.status === status, messagesOf(answer));
  };
