/**
 * The entries of registers that are in Xero, on their way there, or were: one item for the present document of an entry,
 * and two for each one that a journal of opposite signs has cancelled. The pipeline writes them with their intents.
 */
import * as z from 'zod';
import { notFound, type Refusal } from '../../../domain/refusal.ts';
import type { SentEntry } from '../../../domain/registers/entries.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { keys, prefixes, registerEntries } from '../../store/keys.ts';
import { type Item, listUnder, type SingleWrite, type TableReader, type Write } from '../../store/table.ts';
import { acceptanceFor, changedAgain, Finding, type GivenAcceptance } from '../schedules/findings.ts';
import { SentDocument } from '../schedules/sent-document.ts';
import type { OwnedRegister } from './register.ts';

const EntryItem = z.object({
  sk: z.string(),
  entityId: z.string(),
  registerId: z.string(),
  number: z.number(),
  /** The entry's own date and its lines by role, as it was planned. */
  date: StoredDate,
  lines: z.array(z.object({ role: z.string(), amount: StoredCents })),
  /** Each posting has a reference of its own: an entry may be posted again once its document was reversed. */
  attempt: z.number(),
  xeroTenantId: z.string().transform((id) => id as XeroTenantId),
  shortCode: z.string(),
  /** `entry`: the present document. `reversed`: one that its mirror has cancelled. `mirror`: that mirror. */
  leg: z.enum(['entry', 'reversed', 'mirror']),
  /** `posting`: an intent is open. `retired`: not in Xero any more; the item counts the attempts. */
  state: z.enum(['posting', 'posted', 'retired']),
  documentId: z.string().nullable(),
  document: SentDocument,
  /** The time of its sending, in milliseconds; null while it is not posted. */
  syncedAt: z.number().nullable().default(null),
  /** The state of the journal in Xero, where it is not simply posted. */
  finding: Finding.nullable().default(null),
});

export type StoredEntry = Readonly<z.output<typeof EntryItem>>;

/** A journal of opposite signs, with the entry's document that it cancels. */
const MirrorItem = EntryItem.extend({ original: EntryItem });

export type StoredMirror = Readonly<z.output<typeof MirrorItem>>;

export const unknownEntry = (): Refusal =>
  notFound('register/unknown-entry', 'The entry could not be found.');

export const mirrorOf = (item: Readonly<Record<string, unknown>>): StoredMirror => MirrorItem.parse(item);

/** The sort key of the mirror of an entry's document. */
export const mirrorKey = ({ sk, attempt }: Pick<StoredEntry, 'sk' | 'attempt'>): string =>
  `${sk}/${attempt}R`;

/** The writes with which an entry's document counts as cancelled: the entry may be posted again. */
export function entryReversed({ original }: StoredMirror): Write[] {
  const { pk } = keys.anchor(original.entityId);
  return [
    entryRetired(original),
    { put: { ...original, pk, sk: `${original.sk}/${original.attempt}`, leg: 'reversed' } },
  ];
}

/** Counts the attempt of an entry whose document is not in Xero any more. */
export const entryRetired = ({ entityId, sk, documentId }: StoredEntry): Write => ({
  update: { pk: keys.anchor(entityId).pk, sk },
  set: { state: 'retired' },
  if: ['documentId', '=', documentId ?? ''],
});

/** Returns the write of a finding, if the journal and the finding before it are as they were read. */
export function entryFindingWrite(
  { entityId, sk, documentId, finding: before }: StoredEntry,
  finding: Finding,
): SingleWrite {
  return {
    update: { pk: keys.anchor(entityId).pk, sk },
    set: { finding },
    if: {
      all: [
        ['documentId', '=', documentId ?? ''],
        ['state', '=', 'posted'],
        before === null ? ['finding.version', 'absent'] : ['finding.version', '=', before.version],
      ],
    },
  };
}

/** Returns the write that accepts a journal as it is now. */
export const entryAcceptanceWrite = (
  entry: StoredEntry,
  finding: Finding,
  given: GivenAcceptance,
): Write => ({
  ...entryFindingWrite(entry, {
    ...finding,
    acceptance: acceptanceFor(finding, given),
    version: finding.version + 1,
  }),
  otherwise: changedAgain,
});

export const entryOf = (item: Readonly<Record<string, unknown>>): StoredEntry => EntryItem.parse(item);

const entriesIn = (items: readonly Item[]): StoredEntry[] => items.map(entryOf);

/** All documents of a register, also those that were reversed. */
export const readEntries = async (
  table: TableReader,
  { entityId, registerId }: Pick<OwnedRegister, 'entityId' | 'registerId'>,
): Promise<readonly StoredEntry[]> =>
  entriesIn(await listUnder(table, keys.anchor(entityId), registerEntries(registerId)));

/** The documents of all registers of an entity, by register. */
export async function readAllEntries(
  table: TableReader,
  entityId: string,
): Promise<ReadonlyMap<string, readonly StoredEntry[]>> {
  const items = await listUnder(table, keys.anchor(entityId), prefixes.registerEntries);
  return Map.groupBy(entriesIn(items), ({ registerId }) => registerId);
}

/** The present items of entries, by number. */
export const presentEntries = (entries: readonly StoredEntry[]): ReadonlyMap<number, StoredEntry> =>
  new Map(entries.flatMap((entry) => (entry.leg === 'entry' ? [[entry.number, entry] as const] : [])));

/** An entry as the domain knows it; null for one that is not in Xero any more. */
export function sentEntry({ number, date, lines, state }: StoredEntry): SentEntry | null {
  return state === 'posting' || state === 'posted' ? { number, date, lines, state } : null;
}
