/** Documents that other people have made, which nothing of Paydown's may ever change. */
import { list, openBooksForPerson, type Books } from '../../scripts/simulators/xero/core/books.ts';
import { settle } from '../../scripts/simulators/xero/core/core.ts';
import { balances } from '../../scripts/simulators/xero/core/ledger.ts';
import type {
  BankTransactionRecord,
  JournalRecord,
  TransactionLine,
} from '../../scripts/simulators/xero/core/records.ts';
import type { PaymentState } from '../../functions/records/schedules/payments.ts';
import type { World } from './world.ts';

const COLLECTIONS = [
  'bankTransactions',
  'manualJournals',
  'invoices',
  'payments',
  'batchPayments',
  'bankTransfers',
] as const;

const openBooks = ({ core, xeroTenantId, time }: InXero): Books => {
  const organisation = core.state.records.organisations.get(xeroTenantId);
  if (organisation === undefined) throw new Error('The organisation is gone');
  return openBooksForPerson(core.state, organisation, time.now());
};

type InXero = Pick<World, 'core' | 'xeroTenantId' | 'time'>;

/** Returns what Paydown may not change of each document. People merge contacts and undo reconciliations. */
export function documentsOf(world: InXero): Map<string, string> {
  const books = openBooks(world);
  return new Map(
    COLLECTIONS.flatMap((collection) =>
      list(books, collection).map(({ updatedAt: _at, ...document }) => [
        document.id,
        JSON.stringify({ ...document, contactId: null, isReconciled: null }),
      ]),
    ),
  );
}

/** Runs what a person enters, whose documents are those of others from then on. */
export function entering<Result>(world: World, enter: () => Result): Result {
  // Else a late document of ours would come with what the person enters.
  settle(world.core.state, world.time.now());
  const before = documentsOf(world);
  const result = enter();
  for (const [id, document] of documentsOf(world)) if (!before.has(id)) world.foreign.set(id, document);
  return result;
}

/** Checks that no document of others has changed, and that the trial balance agrees. */
export function checkForeign(world: World): void {
  const { foreign, failures } = world;
  const now = documentsOf(world);
  for (const [id, before] of foreign) {
    if (now.get(id) !== before) failures.push(`a document of others has changed: ${id.slice(0, 4)}`);
  }
  const sum = [...balances(openBooks(world)).values()].reduce((total, cents) => total + cents, 0);
  if (sum !== 0) failures.push(`the trial balance is out by ${sum}`);
}

/** Checks that a journal that moves the coding of a transaction reverses each line with its tax type and tracking. */
export function checkCorrections(
  { core }: World,
  states: ReadonlyMap<number, PaymentState>,
  fail: (what: string) => void,
): void {
  const { bankTransactions, manualJournals } = core.state.records;
  for (const { number, state, documentId, corrected } of [...states.values()].flatMap(
    ({ documents }) => documents,
  )) {
    const transaction = corrected && bankTransactions.get(corrected.transactionId);
    const journal = documentId === null ? undefined : manualJournals.get(documentId);
    if (state !== 'synced' || !transaction || journal?.status !== 'POSTED') continue;
    for (const line of transaction.lines) {
      if (!journal.lines.some((own) => isReversal(own, line, transaction, journal))) {
        fail(`the correction of payment ${number} does not reverse the line of ${line.cents}`);
      }
    }
  }
}

function isReversal(
  own: JournalRecord['lines'][number],
  line: TransactionLine,
  { lineAmountTypes }: BankTransactionRecord,
  journal: JournalRecord,
): boolean {
  const gross = lineAmountTypes === 'Exclusive' ? line.cents + line.taxCents : line.cents;
  const ownGross = journal.lineAmountTypes === 'Exclusive' ? own.cents + own.taxCents : own.cents;
  return (
    own.accountId === line.accountId &&
    ownGross === -gross &&
    (line.taxCents === 0 || own.taxType === line.taxType) &&
    JSON.stringify(own.tracking) === JSON.stringify(line.tracking)
  );
}
