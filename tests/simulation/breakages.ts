/**
 * Deliberate breakages of the protocol, each of which the simulation must find: a rule replaced, or a fault between
 * the product and the table or Xero. None depends on the product's source text.
 */
import { type ProtocolRules, protocolRules } from '../../domain/posting/protocol.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { Xero } from '../../functions/services/xero/port.ts';
import type { Table, Write } from '../../functions/store/table.ts';

export interface Breakage {
  readonly rules?: Partial<ProtocolRules>;
  readonly table?: (table: Table) => Table;
  readonly xero?: (xero: Xero) => Xero;
  /** Processes do not know that the table was restored. */
  readonly ignoresRestores?: boolean;
  /** A seed that found it, tried first: a rare one takes many. A change of the simulation may make it useless. */
  readonly foundAt?: number;
}

const MINUTE = 60_000;

/** A table that changes writes before it makes them, and drops those for which `change` returns null. */
function changedWrites(change: (write: Write) => Write | null): (table: Table) => Table {
  return (table) => ({
    get: (...asked) => table.get(...asked),
    getMany: (...asked) => table.getMany(...asked),
    query: (...asked) => table.query(...asked),
    write: async (write) => {
      const changed = change(write);
      return changed ? table.write(changed as typeof write) : table.get(keyOf(write));
    },
    transact: async (writes, token) => {
      const changed = writes.map(change).filter((write) => write !== null);
      if (changed.length > 0) await table.transact(changed, token);
    },
  });
}

const keyOf = (write: Write) =>
  'put' in write
    ? { pk: write.put.pk, sk: write.put.sk }
    : 'update' in write
      ? write.update
      : 'delete' in write
        ? write.delete
        : write.check;

const isOf = (write: Write, pk: string, sk: string): boolean => {
  const key = keyOf(write);
  return key.pk.startsWith(pk) && key.sk.startsWith(sk);
};

const sets = (write: Write, attribute: string): boolean =>
  'update' in write && write.set !== undefined && attribute in write.set;

/** Returns an update that does not set the attribute. */
function without(write: Write, attribute: string): Write {
  if (!('update' in write)) return write;
  const { [attribute]: _left, ...set } = write.set ?? {};
  return { ...write, set };
}

/** Returns a page as if Xero had no more. */
const asLast = <Page extends { readonly isLast: boolean }>(page: Page): Page => ({ ...page, isLast: true });

/** Allows a key without a time limit. */
const mayUseOldKey: ProtocolRules['mayUseKey'] = ({ firstAt, areUnanswered, tokenDigest }, _now, present) =>
  firstAt === null || !areUnanswered || tokenDigest === present;

export const breakages: Readonly<Record<string, Breakage>> = {
  'restored-without-look-up': { ignoresRestores: true, foundAt: 19 },
  'key-used-for-ever': { rules: { mayUseKey: mayUseOldKey }, foundAt: 71 },
  'reference-matched-as-a-prefix': {
    rules: { referenceIn: (text) => protocolRules.referenceIn(text)?.replace(/\d$/, '') ?? null },
  },
  'look-up-by-reference': {
    xero: (xero) => ({
      ...xero,
      findDocuments: async () => ({ documents: [], isLast: true }),
      changedDocuments: async () => ({ documents: [], isLast: true }),
    }),
  },
  'look-up-of-the-first-page': {
    foundAt: 19,
    xero: (xero) => ({
      ...xero,
      findDocuments: (access, search) => xero.findDocuments(access, search).then(asLast),
      changedDocuments: (access, search) => xero.changedDocuments(access, search).then(asLast),
    }),
  },
  'restored-look-up-since-the-restore': {
    foundAt: 19,
    xero: (xero) => ({
      ...xero,
      changedDocuments: (access, search) =>
        xero.changedDocuments(access, { ...search, since: new Date(search.since.getTime() + 90 * MINUTE) }),
    }),
  },
  'missing-answer-counts-as-posted': {
    foundAt: 11,
    xero: (xero) => ({
      ...xero,
      createDocuments: (access, type, documents, key) =>
        xero.createDocuments(access, type, documents, key).catch((error: unknown) => {
          if (!(error instanceof XeroError) || error.kind !== 'unavailable') throw error;
          return documents.map(({ reference }) => ({ reference, id: `unknown-${reference}` }));
        }),
    }),
  },
  'announcement-lost': {
    foundAt: 11,
    table: changedWrites((write) =>
      isOf(write, 'X#', 'B#') && sets(write, 'calls') ? without(write, 'calls') : write,
    ),
  },
  'batch-not-closed': {
    table: changedWrites((write) => (isOf(write, 'X#', 'B#') && sets(write, 'isClosed') ? null : write)),
  },
  'attempt-not-counted': {
    foundAt: 36,
    table: changedWrites((write) =>
      isOf(write, 'S#', 'P#') && sets(write, 'attempt') ? without(write, 'attempt') : write,
    ),
  },
  'reopened-event-without-new-attempt': {
    foundAt: 36,
    table: changedWrites((write) =>
      isOf(write, 'S#', 'EV#') && 'put' in write && write.put['state'] === 'recorded'
        ? { ...write, put: { ...write.put, attempt: 1 } }
        : write,
    ),
  },
  'refinance-undone-without-its-schedule': {
    foundAt: 40,
    table: changedWrites((write) => ('delete' in write && isOf(write, 'E#', 'S#') ? null : write)),
  },
  'changes-since-the-call-unseen': {
    foundAt: 19,
    xero: (xero) => ({
      ...xero,
      changedDocuments: (access, search) =>
        xero.changedDocuments(access, search).then((page) => ({ ...page, documents: [] })),
    }),
  },
  'coded-payments-unseen': {
    foundAt: 7,
    xero: (xero) => ({
      ...xero,
      readDocuments: async (access, search) =>
        search.isStanding ? { documents: [], isLast: true } : xero.readDocuments(access, search),
    }),
  },
  'slots-taken-unseen': {
    foundAt: 107,
    table: changedWrites((write) =>
      isOf(write, 'X#', 'RATE') && sets(write, 'version') ? ({ ...write, if: undefined } as Write) : write,
    ),
  },
};

/** @throws Error that lists the breakages if there is none of that name. */
export function breakageOf(name: string): Breakage {
  const breakage = breakages[name];
  if (breakage) return breakage;
  throw new Error(`There is no breakage ${name}, but ${Object.keys(breakages).join(', ')}`);
}
