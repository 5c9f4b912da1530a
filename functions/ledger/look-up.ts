/** Looks up our documents on accounts that differ, and how they deviate from the documents sent. */
import { type AccountCheck, type Deviation, differsFromPosted } from '../../domain/ledger/ledger-check.ts';
import { documentState, UNREADABLE } from '../../domain/ledger/document-state.ts';
import { postingsOf } from '../../domain/ledger/ledger-entry.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroSession } from '../xero/session.ts';
import { XeroError } from '../services/xero/error.ts';
import { noteEntryStates } from './entry-findings.ts';
import { noteStates } from './document-findings.ts';
import type { BooksOfRegister } from '../books/register-books.ts';
import type { BooksOfSchedule } from '../books/schedule-books.ts';
import { type DocumentsInXero, readOwnDocuments, type SentToXero, type Wanted } from './read-documents.ts';
import type { JournalInXero } from './read-journals.ts';
import { contactIn } from './refresh-states.ts';

/** Searches by contact up to so many schedules; beyond, one search covers all contacts. */
const BY_CONTACT = 8;

export interface LookUp {
  readonly deviations: ReadonlyMap<string, Deviation>;
  /** Whether Xero showed every document; what it did not show may be the cause of a difference. */
  readonly isComplete: boolean;
}

/** Looks up the deviations of documents on the differing accounts, and stores what was found. */
export async function lookUpDeviations(
  services: XeroServices,
  session: XeroSession,
  entity: OwnedEntity,
  rows: readonly AccountCheck[],
  {
    loaded,
    registers,
    journals,
  }: {
    readonly loaded: readonly BooksOfSchedule[];
    readonly registers: readonly BooksOfRegister[];
    readonly journals: readonly JournalInXero[];
  },
): Promise<LookUp> {
  const accounts = new Set(rows.filter(differsFromPosted).map(({ account }) => account));
  const isConcerned = ({ sent }: SentToXero): boolean =>
    sent.lines.some(({ account }) => account !== null && accounts.has(account));
  const concerned = loaded.flatMap((one) => {
    const documents = one.documents.filter(isConcerned);
    return documents.length > 0 ? [{ ...one, documents }] : [];
  });
  const deviations = new Map<string, Deviation>();
  let isComplete = true;
  const entries = registers.flatMap(({ documents }) => documents.filter(isConcerned));
  const ofEntity = { contactId: null, documents: [...journals.filter(isConcerned), ...entries] };
  for (const wanted of [...searchesOf(concerned, session.xeroTenantId), ofEntity]) {
    const inXero = await tryReading(services, session, wanted);
    if (inXero === null) {
      isComplete = false;
      continue;
    }
    for (const { documentId, sent } of wanted.documents) {
      const found = inXero.get(documentId);
      if (found === undefined) continue;
      const { status, differences } = documentState(sent, found);
      if (status === 'missing') deviations.set(documentId, { status });
      if (status === 'changed' && found !== null && found !== UNREADABLE) {
        const postings = postingsOf(found.lines, found.lineAmountTypes);
        deviations.set(documentId, { status, date: found.date, postings, differences });
      }
    }
    await noteEntryStates(services, entity, registers, inXero);
    for (const { schedule, documents } of concerned) {
      const current = documents.filter(({ isCurrent, documentId }) => isCurrent && inXero.has(documentId));
      await noteStates(services, entity, schedule, current, inXero);
    }
  }
  return { deviations, isComplete };
}

/** One search for each contact of a few schedules, or one for all. */
function searchesOf(concerned: readonly BooksOfSchedule[], xeroTenantId: string): Wanted[] {
  if (concerned.length > BY_CONTACT) {
    return [{ contactId: null, documents: concerned.flatMap(({ documents }) => documents) }];
  }
  return concerned.map(({ schedule, documents }) => ({
    contactId: contactIn(schedule, xeroTenantId),
    documents,
  }));
}

/** Returns null if Xero fails. */
async function tryReading(
  services: XeroServices,
  session: XeroSession,
  wanted: Wanted,
): Promise<DocumentsInXero | null> {
  try {
    return await readOwnDocuments(services, session, wanted);
  } catch (error) {
    if (error instanceof XeroError) return null;
    throw error;
  }
}
