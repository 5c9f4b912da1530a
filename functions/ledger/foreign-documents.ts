/** Searches transactions from outside Paydown on the accounts that differ. */
import { addDays, type CalendarDate } from '../../domain/calendar.ts';
import { type Posting, postingsOf, sumByAccount } from '../../domain/ledger/ledger-entry.ts';
import type { Cents } from '../../domain/money.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroSession } from '../xero/session.ts';
import { XeroError } from '../services/xero/error.ts';
import type { DocumentType } from '../../domain/journal/document.ts';
import type { DocumentContent } from '../services/xero/port.ts';
import { accountIds, contentOf } from './read-documents.ts';

/** A transaction from outside Paydown. */
export interface ForeignDocument {
  readonly documentId: string;
  readonly type: DocumentType;
  readonly date: CalendarDate;
  /** Its reference or narration. */
  readonly text: string;
  readonly postings: readonly Posting[];
}

/** Days before the date of the check, from one search to the next. */
const WINDOWS = [31, 92, 366] as const;
const MAX_PAGES = 3;

/**
 * Returns transactions on accounts that differ, newest searches first, until they explain the differences.
 * @param rest the unexplained amount of each account.
 */
export async function findForeign(
  { xero }: Pick<XeroServices, 'xero'>,
  session: XeroSession,
  {
    date,
    rest,
    own,
  }: {
    readonly date: CalendarDate;
    readonly rest: ReadonlyMap<string, Cents>;
    readonly own: ReadonlySet<string>;
  },
): Promise<readonly ForeignDocument[]> {
  const found: ForeignDocument[] = [];
  let to = date;
  try {
    for (const days of WINDOWS) {
      const from = addDays(date, -days);
      for (const type of ['MANUAL-JOURNAL', 'SPEND', 'RECEIVE'] as const) {
        const contents = await search(xero, session, type, from, to);
        const idOf = await accountIds(xero, session, contents);
        found.push(...contents.flatMap((content) => foreignOf(content, type, idOf, rest, own)));
        if (isExplained(found, rest)) return found;
      }
      to = addDays(from, -1);
    }
  } catch (error) {
    // The list is a help; the difference stands without it.
    if (!(error instanceof XeroError)) throw error;
  }
  return found;
}

async function search(
  xero: XeroServices['xero'],
  session: XeroSession,
  type: DocumentType,
  from: CalendarDate,
  to: CalendarDate,
): Promise<DocumentContent[]> {
  const contents: DocumentContent[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await session.call((access) =>
      xero.readDocuments(access, { type, from, to, contactId: null, page }),
    );
    contents.push(...answer.documents);
    if (answer.isLast) break;
  }
  return contents;
}

function foreignOf(
  content: DocumentContent,
  type: DocumentType,
  idOf: ReadonlyMap<string, string>,
  rest: ReadonlyMap<string, Cents>,
  own: ReadonlySet<string>,
): ForeignDocument[] {
  if (content.deleted || own.has(content.id)) return [];
  const { date, lines, lineAmountTypes } = contentOf(content, type, idOf);
  const postings = postingsOf(lines, lineAmountTypes).filter(({ account }) => rest.has(account));
  if (postings.length === 0) return [];
  return [{ documentId: content.id, type, date, text: content.text, postings }];
}

function isExplained(found: readonly ForeignDocument[], rest: ReadonlyMap<string, Cents>): boolean {
  const sums = sumByAccount(found.flatMap(({ postings }) => postings));
  return rest.entries().every(([account, amount]) => sums.get(account) === amount);
}
