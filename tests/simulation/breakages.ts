/**
 * Deliberate breakages of the protocol, each of which the simulation must find: a rule replaced, or a fault between
 * the product and the table or Xero. None depends on the product's source text.
 */
import { type ProtocolRules, protocolRules } from '../../domain/posting/protocol.ts';
import { XeroError } from '../../functions/services/xero/error.ts';
import type { Xero } from '../../functions/services/xero/port.ts';
import type { Table, Write } from '../../functions/store/table.ts';
import type { Effect, XeroCore } from '../../scripts/simulators/xero/core/core.ts';
import type { CoreRequest } from '../../scripts/simulators/xero/core/http.ts';
import type { Through } from '../support/xero-in-process.ts';
import type { WorldOptions } from './world.ts';

export interface Breakage {
  readonly rules?: Partial<ProtocolRules>;
  readonly table?: (table: Table) => Table;
  readonly xero?: (xero: Xero) => Xero;
  /** Changes what passes between the product and Xero; `ask` asks Xero. */
  readonly through?: (core: XeroCore) => Through;
  /** Processes do not know that the table was restored. */
  readonly ignoresRestores?: boolean;
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
    transact: async (writes) => {
      const changed = writes.map(change).filter((write) => write !== null);
      if (changed.length > 0) await table.transact(changed);
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

const isList = ({ method, path }: CoreRequest, resource: string): boolean =>
  method === 'GET' && path === `/api.xro/2.0/${resource}`;

/** Breakages that only lived-in books can show. */
const livedInBreakages: Readonly<Record<string, Breakage>> = {
  'search-with-a-type': {
    through: () => (request, ask) => {
      const query = new URLSearchParams(request.query);
      const where = query.get('where') ?? '';
      const isSearch = isList(request, 'BankTransactions') && where.includes('AUTHORISED');
      if (!isSearch || where.includes('Type==')) return ask(request);
      query.set('where', `Type=="SPEND" AND ${where}`);
      return ask({ ...request, query: query.toString() });
    },
  },
  'payments-not-read': {
    through: () => (request, ask) =>
      isList(request, 'Payments') ? withoutElements(ask(request)) : ask(request),
  },
  'page-lost-by-one-document': {
    through: (core) => (request, ask) => {
      const effect = ask(request);
      if (!isList(request, 'BankTransactions') || effect.kind === 'cut') return effect;
      const odd = [...core.state.records.bankTransactions.values()].flatMap((one) =>
        one.odd ? [one.id] : [],
      );
      return odd.some((id) => effect.response.body.includes(id)) ? withoutElements(effect) : effect;
    },
  },
  'correction-in-place': {
    through:
      ({ state }) =>
      (request, ask) => {
        const effect = ask(request);
        const isCorrection = request.method === 'PUT' && /-\d+[^\]\s]*CJ/.test(request.body);
        const foreign = [...state.records.bankTransactions.values()].find(
          ({ status, contactId, isOrdinary }) =>
            status === 'AUTHORISED' &&
            isOrdinary === undefined &&
            state.records.contacts.get(contactId ?? '')?.name === 'Coded by a rule',
        );
        if (isCorrection && foreign) {
          const lines = foreign.lines.map((line) => ({ ...line, tracking: [], description: 'Corrected' }));
          state.records.bankTransactions.set(foreign.id, { ...foreign, lines });
        }
        return effect;
      },
  },
  'tracking-dropped': {
    through: () => (request, ask) =>
      ask({ ...request, body: request.body.replaceAll(/"Tracking":\[[^\]]*\]/g, '"Tracking":[]') }),
  },
};

const TRACKING = /,?"Tracking":\[[^\]]*\]/g;

/** Changes what is posted. */
const posting =
  (change: (body: string) => string): ((core: XeroCore) => Through) =>
  () =>
  (request, ask) =>
    ask(request.method === 'PUT' ? { ...request, body: change(request.body) } : request);

/** Breakages that only worlds with tracking options can show. */
const trackedBreakages: Readonly<Record<string, Breakage>> = {
  'tracking-not-sent': { through: posting((body) => body.replaceAll(TRACKING, '')) },
  'tracking-lost-in-mirrors': {
    through: posting((body) =>
      body.replaceAll(
        /"(?:Narration|Reference)":"[^"]*PD-[\w-]+-[\w.]*R(?:g\d+)?\]?".*?(?="(?:Narration|Type)":|$)/g,
        (mirror) => mirror.replaceAll(TRACKING, ''),
      ),
    ),
  },
  'tracking-on-first-lines-only': {
    through: posting((body) => {
      let seen = 0;
      return body.replaceAll(TRACKING, (found) => (seen++ === 0 ? found : ''));
    }),
  },
  'options-by-name': {
    xero: (xero) => {
      const first = new Map<string, string>();
      const idOf = (name: string, id: string): string => {
        if (!first.has(name)) first.set(name, id);
        return first.get(name) ?? id;
      };
      return {
        ...xero,
        trackingCategories: async (access) => {
          const categories = await xero.trackingCategories(access);
          return categories.map((category) => ({
            ...category,
            options: category.options.map((option) => ({ ...option, id: idOf(option.name, option.id) })),
          }));
        },
      };
    },
  },
};

/** Turns the signs of the journals that take entries of registers back. */
function withTurnedSigns(body: string): string {
  if (!body.startsWith('{"ManualJournals"')) return body;
  const { ManualJournals } = JSON.parse(body) as {
    ManualJournals: { Narration: string; JournalLines: { LineAmount: number }[] }[];
  };
  const turned = ManualJournals.map((journal) => ({
    ...journal,
    JournalLines: journal.JournalLines.map((line) => ({
      ...line,
      LineAmount: /-J[\w/]+R(?:g\d+)?\]$/.test(journal.Narration) ? -line.LineAmount : line.LineAmount,
    })),
  }));
  return JSON.stringify({ ManualJournals: turned });
}

/** Breakages that only worlds with registers can show. */
const registerBreakages: Readonly<Record<string, Breakage>> = {
  'posted-entry-not-counted': {
    table: changedWrites((write) =>
      isOf(write, 'E#', 'R#') && 'update' in write ? { ...write, include: {} } : write,
    ),
  },
  'reversed-entry-not-retired': {
    table: changedWrites((write) =>
      isOf(write, 'E#', 'RE#') && 'update' in write && write.set?.['state'] === 'retired' ? null : write,
    ),
  },
  'register-version-unchecked': {
    table: changedWrites((write) =>
      isOf(write, 'E#', 'R#') && 'if' in write && Array.isArray(write.if) && write.if[0] === 'version'
        ? { ...write, if: 'present' }
        : write,
    ),
  },
  'entry-taken-back-with-the-same-signs': { through: posting(withTurnedSigns) },
};

/** Breakages that only worlds with purchases can show. */
const boughtBreakages: Readonly<Record<string, Breakage>> = {
  'purchase-change-unseen': {
    table: changedWrites((write) => {
      if (!('put' in write) || !isOf(write, 'E#', 'S#')) return write;
      const opening = write.put['opening'];
      return typeof opening === 'object' && opening !== null
        ? { ...write, put: { ...write.put, opening: { ...opening, outOfDate: false } } }
        : write;
    }),
  },
  'purchase-stored-beside-its-journal': {
    table: (table) => ({
      ...changedWrites((write) => write)(table),
      transact: (writes) => {
        const isPurchase = writes.some((write) => isOf(write, 'S#', 'PURCHASE'));
        const all = isPurchase
          ? writes.map((write) => (isOf(write, 'E#', 'S#') ? ({ ...write, if: undefined } as Write) : write))
          : writes;
        return table.transact(all);
      },
    }),
  },
  'capital-as-expense': { through: posting((body) => body.replaceAll('"CAPEXINPUT"', '"INPUT"')) },
  'purchase-without-its-gst': {
    through: posting((body) => body.replaceAll(/"(?:CAPEXINPUT|INPUT|OUTPUT)"/g, '"BASEXCLUDED"')),
  },
};

/** The answer as if Xero had found nothing. */
function withoutElements(effect: Effect): Effect {
  if (effect.kind === 'cut' || effect.response.status !== 200) return effect;
  const answer: Record<string, unknown> = JSON.parse(effect.response.body);
  const emptied = Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value]);
  const body = JSON.stringify(Object.fromEntries(emptied));
  return { ...effect, response: { ...effect.response, body } };
}

const breakages: Readonly<Record<string, Breakage>> = {
  'restored-without-look-up': { ignoresRestores: true },
  'key-used-for-ever': { rules: { mayUseKey: mayUseOldKey } },
  'reference-matched-as-a-prefix': {
    rules: { referenceIn: (text) => protocolRules.referenceIn(text)?.replace(/\d$/, '') ?? null },
  },
  'look-up-by-reference': {
    xero: (xero) => ({
      ...xero,
      findDocuments: async () => ({ documents: [], isLast: true }),
      changedDocuments: async () => ({ documents: [], unreadable: [], isLast: true }),
    }),
  },
  'look-up-of-the-first-page': {
    xero: (xero) => ({
      ...xero,
      findDocuments: (access, search) => xero.findDocuments(access, search).then(asLast),
      changedDocuments: (access, search) => xero.changedDocuments(access, search).then(asLast),
    }),
  },
  'restored-look-up-since-the-restore': {
    xero: (xero) => ({
      ...xero,
      changedDocuments: (access, search) =>
        xero.changedDocuments(access, { ...search, since: new Date(search.since.getTime() + 90 * MINUTE) }),
    }),
  },
  'missing-answer-counts-as-posted': {
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
    table: changedWrites((write) =>
      isOf(write, 'X#', 'B#') && sets(write, 'calls') ? without(write, 'calls') : write,
    ),
  },
  'batch-not-closed': {
    table: changedWrites((write) => (isOf(write, 'X#', 'B#') && sets(write, 'isClosed') ? null : write)),
  },
  'attempt-not-counted': {
    table: changedWrites((write) =>
      isOf(write, 'S#', 'P#') && sets(write, 'attempt') ? without(write, 'attempt') : write,
    ),
  },
  'reopened-event-without-new-attempt': {
    table: changedWrites((write) =>
      isOf(write, 'S#', 'EV#') && 'put' in write && write.put['state'] === 'recorded'
        ? { ...write, put: { ...write.put, attempt: 1 } }
        : write,
    ),
  },
  'refinance-undone-without-its-schedule': {
    table: changedWrites((write) => ('delete' in write && isOf(write, 'E#', 'S#') ? null : write)),
  },
  'changes-since-the-call-unseen': {
    xero: (xero) => ({
      ...xero,
      changedDocuments: (access, search) =>
        xero.changedDocuments(access, search).then((page) => ({ ...page, documents: [] })),
    }),
  },
  'coded-payments-unseen': {
    xero: (xero) => ({
      ...xero,
      standingTransactions: async () => ({ documents: [], unreadable: [], isLast: true }),
    }),
  },
  'slots-taken-unseen': {
    table: changedWrites((write) =>
      isOf(write, 'X#', 'RATE') && sets(write, 'version') ? ({ ...write, if: undefined } as Write) : write,
    ),
  },
};

/** A world of the simulation with the breakages that it must find. */
interface BrokenWorld {
  readonly name: string;
  readonly options: WorldOptions;
  readonly breakages: Readonly<Record<string, Breakage>>;
}

export const BROKEN_WORLDS: readonly BrokenWorld[] = [
  { name: 'faults, deaths and delays', options: {}, breakages },
  { name: 'lived-in books', options: { isLivedIn: true }, breakages: livedInBreakages },
  { name: 'tracking options', options: { isTracked: true }, breakages: trackedBreakages },
  { name: 'registers', options: { hasRegisters: true }, breakages: registerBreakages },
  { name: 'purchases', options: { hasPurchases: true }, breakages: boughtBreakages },
];

/** @throws Error that lists the breakages if there is none of that name. */
export function breakageOf(name: string): Breakage {
  const all = Object.assign({}, ...BROKEN_WORLDS.map((world) => world.breakages)) as Record<string, Breakage>;
  const breakage = all[name];
  if (breakage) return breakage;
  throw new Error(`There is no breakage ${name}, but ${Object.keys(all).join(', ')}`);
}
