/** One organisation's books during one call: reads, and writes that take effect with the call. */
import { uuid } from './ids.ts';
import {
  BOOK_COLLECTIONS,
  type BookCollection,
  type BookRecords,
  type Change,
  noRecords,
  type OrganisationRecord,
  type Records,
  type XeroState,
} from './state.ts';

export interface Books {
  readonly state: XeroState;
  readonly organisation: OrganisationRecord;
  readonly now: number;
  /** The app through the API, or a person on the pages and the control interface. */
  readonly actor: 'app' | 'person';
  /** Searches don't show documents created after this instant. */
  readonly searchHorizon: number;
  /** Whether the last element of a body is refused, and with it the call. */
  readonly refusesLast: boolean;
  /** New records are part of the organisation's ordinary life. */
  readonly isOrdinary: boolean;
  readonly writes: BookRecords;
}

/** Opens the books for an API call. */
export function openBooks(
  state: XeroState,
  organisation: OrganisationRecord,
  now: number,
  { searchHorizon, refusesLast }: Pick<Books, 'searchHorizon' | 'refusesLast'>,
): Books {
  const search = { searchHorizon, refusesLast };
  return {
    state,
    organisation,
    now,
    actor: 'app',
    ...search,
    isOrdinary: false,
    writes: noRecords(),
  };
}

/** Opens the books for a person in Xero: searches show every document. */
export function openBooksForPerson(
  state: XeroState,
  organisation: OrganisationRecord,
  now: number,
  { isOrdinary = false }: { readonly isOrdinary?: boolean } = {},
): Books {
  const everything = { searchHorizon: Infinity, refusesLast: false, isOrdinary };
  return { state, organisation, now, actor: 'person', ...everything, writes: noRecords() };
}

export function find<C extends BookCollection>(
  books: Books,
  collection: C,
  id: string,
): Records[C] | undefined {
  const record = books.writes[collection].get(id) ?? books.state.records[collection].get(id);
  return record?.tenantId === books.organisation.tenantId ? record : undefined;
}

/** Returns every record of the organisation, oldest first. */
export function list<C extends BookCollection>(books: Books, collection: C): Records[C][] {
  const stored: ReadonlyMap<string, Records[C]> = books.state.records[collection];
  const written: ReadonlyMap<string, Records[C]> = books.writes[collection];
  const { tenantId } = books.organisation;
  const known = [...stored.values()].filter((record) => record.tenantId === tenantId);
  if (written.size === 0) return known;
  const fresh = [...written.values()].filter(({ id }) => !stored.has(id));
  return [...known.map((record) => written.get(record.id) ?? record), ...fresh];
}

export function write<C extends BookCollection>(
  books: Books,
  collection: C,
  id: string,
  record: Records[C],
): void {
  books.writes[collection].set(id, record);
}

/** Drops the pending writes. */
export function discard(books: Books): void {
  for (const written of Object.values(books.writes)) written.clear();
}

/** Returns the pending writes, to be applied now or later. */
export function changesOf({ writes }: Books): readonly Change[] {
  return BOOK_COLLECTIONS.flatMap((collection) =>
    [...writes[collection]].map(([id, record]): Change => [collection, id, record]),
  );
}

/** Returns the fields that every new record starts with. */
export const newRecord = ({ state, organisation: { tenantId }, now, isOrdinary }: Books) => ({
  id: uuid(state),
  tenantId,
  createdAt: now,
  updatedAt: now,
  ...(isOrdinary && { isOrdinary }),
});
