/** Posting payments to Xero, by the rules of `exactly-once.ts`. */
import { XeroError, xeroLimits, type PostedPayment } from '../services/xero/port.ts';
import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './protocol.ts';
import { type Findings, noteCalls, noteFindings, type Posting, readBatch } from './payment-intent-store.ts';

/** What became of a batch. */
export interface BatchResult {
  /** As the postings stand now; one is over when nothing of it is open. */
  readonly postings: readonly Posting[];
  /** Xero's sentences for payments that it refused, by their references. */
  readonly refused: ReadonlyMap<string, string>;
  /** Why something is still open; null when nothing is. */
  readonly failure: XeroError | null;
  /** Xero refused the call, not single payments: one document may have spoilt it for the others. */
  readonly isRefusedWhole: boolean;
}

/**
 * Sends a batch of postings in one call, for the first time or again, and writes down what Xero answers.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place; nothing was sent then.
 */
export async function sendBatch(context: PostingContext, postings: readonly Posting[]): Promise<BatchResult> {
  const { table, ids, xero } = context.services;
  const [first] = postings;
  if (!first) throw new RangeError('There is nothing to send');
  const { key, calls: before } = first;
  const documents = postings.flatMap((posting) => posting.documents);
  const answer = await exchange(
    context,
    { postings, calls: before },
    async (sent, calls) => ({ calls, postings: await noteCalls(table, sent.postings, calls, ids.uuid()) }),
    (access) => xero.postPayments(access, documents, key),
  );
  const { sent } = answer;
  const isRefusedWhole = answer.kind === 'refused';
  if (answer.kind === 'open') {
    return { postings: sent.postings, refused: new Map(), failure: answer.error, isRefusedWhole };
  }
  const { posted, refused } =
    answer.kind === 'refused' ? allRefused(documents, answer.error) : sortAnswers(answer.result);
  const isBelieved = !before.areUnanswered;
  const after = await noteAll(context, sent.postings, (posting) => {
    const open = openDocuments(posting);
    return {
      posted: numbered(open, posted),
      notPosted: isBelieved ? [...numbered(open, refused).keys()] : [],
    };
  });
  const isOpen = after.some(({ open }) => open.length > 0);
  const failure = isOpen ? new XeroError('unavailable') : null;
  return { postings: after, refused, failure, isRefusedWhole };
}

type Documents = Posting['documents'];

const openDocuments = ({ documents, open }: Posting): Documents =>
  documents.filter(({ number }) => open.includes(number));

/** What is told of some documents, by the numbers of their payments. */
function numbered<Told>(documents: Documents, told: ReadonlyMap<string, Told>): Map<number, Told> {
  return new Map(
    documents.flatMap(({ number, reference }) => {
      const known = told.get(reference);
      return known === undefined ? [] : [[number, known] as const];
    }),
  );
}

/** Ids and refusals, by reference. */
interface Answers {
  readonly posted: ReadonlyMap<string, string>;
  readonly refused: ReadonlyMap<string, string>;
}

function sortAnswers(answers: readonly PostedPayment[]): Answers {
  const posted = new Map<string, string>();
  const refused = new Map<string, string>();
  for (const answer of answers) {
    if ('id' in answer) posted.set(answer.reference, answer.id);
    else refused.set(answer.reference, answer.errors.join(' '));
  }
  return { posted, refused };
}

function allRefused(documents: Documents, { message }: XeroError): Answers {
  return { posted: new Map(), refused: new Map(documents.map(({ reference }) => [reference, message])) };
}

/**
 * Finds out what became of a posting that somebody left behind, as far as it can be known by now. Payments
 * that are surely not in Xero are free to be posted again.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place.
 */
export async function settlePosting(context: PostingContext, posting: Posting): Promise<void> {
  const { table, clock } = context.services;
  const { calls, open } = posting;
  const now = clock.now();
  if (calls.firstAt === null) {
    await note(context, posting, { posted: new Map(), notPosted: open });
    return;
  }
  // Once one of a batch is over, its bytes can't be had again, and the others can only be looked up.
  const batch = isKeyFresh(calls, now) ? await readBatch(table, posting) : null;
  try {
    await lookUpOrSend(context, batch ?? [posting], { maySend: batch !== null, now });
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
  }
}

/** Looks first, even while the key is fresh: nothing is sent again of which something is there. */
async function lookUpOrSend(
  context: PostingContext,
  postings: readonly Posting[],
  { maySend, now }: { readonly maySend: boolean; readonly now: number },
): Promise<void> {
  const known = await lookUp(context, postings);
  if (maySend && known.size === 0) {
    await sendBatch(context, postings);
    return;
  }
  await noteAll(context, postings, (posting) => {
    const posted = numbered(openDocuments(posting), known);
    const missing = posting.open.filter((number) => !posted.has(number));
    return { posted, notPosted: isLookUpProof(posting.calls, now) ? missing : [] };
  });
}

/** Each posting is noted, whatever hinders another. */
async function noteAll(
  context: PostingContext,
  postings: readonly Posting[],
  findingsOf: (posting: Posting) => Findings,
): Promise<readonly Posting[]> {
  const noted = await Promise.allSettled(
    postings.map((posting) => note(context, posting, findingsOf(posting))),
  );
  return noted.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

async function note(
  { services: { table, ids } }: PostingContext,
  posting: Posting,
  findings: Findings,
): Promise<Posting> {
  const isNews = findings.posted.size + findings.notPosted.length > 0;
  return isNews ? noteFindings(table, posting, findings, ids.uuid()) : posting;
}

/** Documents of open payments that are in Xero, by reference; one that somebody deleted there was posted all the same. */
async function lookUp(
  { services: { xero }, books }: PostingContext,
  postings: readonly Posting[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = postings.flatMap(openDocuments).map(({ reference }) => reference);
  const known = new Map<string, string>();
  for (let from = 0; from < wanted.length; from += xeroLimits.referencesPerSearch) {
    const references = wanted.slice(from, from + xeroLimits.referencesPerSearch);
    const found = await books.call((access) => xero.findPayments(access, references));
    for (const { reference, id } of found) known.set(reference, id);
  }
  return known;
}
