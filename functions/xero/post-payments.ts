/** Posting payments to Xero, by the rules of `exactly-once.ts`. */
import { XeroError, xeroLimits, type PostedPayment } from '../services/xero/port.ts';
import { exchange, isKeyFresh, isLookUpProof, type PostingContext } from './exactly-once.ts';
import { type Findings, noteCalls, noteFindings, type Posting } from './posting-store.ts';

/** What became of a posting: Xero's sentences for payments it refused, and why something is still open. */
export interface PostingResult {
  readonly posting: Posting;
  readonly refused: ReadonlyMap<number, string>;
  /** Null when nothing is open any more. */
  readonly failure: XeroError | null;
}

/**
 * Sends a posting, for the first time or again, and writes down what Xero answers.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place; nothing was sent then.
 */
export async function sendPosting(context: PostingContext, posting: Posting): Promise<PostingResult> {
  const { table, ids, xero } = context.services;
  const { documents, key, open } = posting;
  const answer = await exchange(
    context,
    posting,
    (sent, calls) => noteCalls(table, sent, calls, ids.uuid()),
    (access) => xero.postPayments(access, documents, key),
  );
  if (answer.kind === 'open') return { posting: answer.sent, refused: new Map(), failure: answer.error };
  const { posted, refused } =
    answer.kind === 'refused'
      ? { posted: new Map(), refused: new Map(open.map((number) => [number, answer.error.message])) }
      : sortAnswers(posting, answer.result);
  const notPosted = posting.calls.areUnanswered ? [] : [...refused.keys()];
  return { ...(await note(context, answer.sent, { posted, notPosted })), refused };
}

/** Xero's answers by the numbers of the payments that are open. */
function sortAnswers({ documents, open }: Posting, answers: readonly PostedPayment[]) {
  const numbers = new Map(documents.map(({ reference, number }) => [reference, number]));
  const posted = new Map<number, string>();
  const refused = new Map<number, string>();
  for (const answer of answers) {
    const number = numbers.get(answer.reference);
    if (number === undefined || !open.includes(number)) continue;
    if ('id' in answer) posted.set(number, answer.id);
    else refused.set(number, answer.errors.join(' '));
  }
  return { posted, refused };
}

/**
 * Finds out what became of a posting that somebody left behind, as far as it can be known by now. Payments
 * that are surely not in Xero are free to be posted again.
 * @throws LeaseLost, WriteRefused when somebody else posts in our place.
 */
export async function settlePosting(context: PostingContext, posting: Posting): Promise<PostingResult> {
  const { calls, open } = posting;
  const now = context.services.clock.now();
  if (calls.firstAt === null) return note(context, posting, { posted: new Map(), notPosted: open });
  if (isKeyFresh(calls, now)) return sendPosting(context, posting);
  try {
    const posted = await lookUp(context, posting);
    const missing = open.filter((number) => !posted.has(number));
    return await note(context, posting, { posted, notPosted: isLookUpProof(calls, now) ? missing : [] });
  } catch (error) {
    if (!(error instanceof XeroError)) throw error;
    return { posting, refused: new Map(), failure: error };
  }
}

async function note(
  { services: { table, ids } }: PostingContext,
  posting: Posting,
  findings: Findings,
): Promise<PostingResult> {
  const isNews = findings.posted.size + findings.notPosted.length > 0;
  const noted = isNews ? await noteFindings(table, posting, findings, ids.uuid()) : posting;
  const failure = noted.open.length > 0 ? new XeroError('unavailable') : null;
  return { posting: noted, refused: new Map(), failure };
}

/** Documents of the open payments that are in Xero; one that somebody deleted there was posted all the same. */
async function lookUp(
  { services: { xero }, books }: PostingContext,
  { documents, open }: Posting,
): Promise<Map<number, string>> {
  const wanted = documents.filter(({ number }) => open.includes(number));
  const numbers = new Map(wanted.map(({ reference, number }) => [reference, number]));
  const posted = new Map<number, string>();
  for (let from = 0; from < wanted.length; from += xeroLimits.referencesPerSearch) {
    const references = wanted.slice(from, from + xeroLimits.referencesPerSearch).map((one) => one.reference);
    const found = await books.call((access) => xero.findPayments(access, references));
    for (const { reference, id } of found) {
      const number = numbers.get(reference);
      if (number !== undefined) posted.set(number, id);
    }
  }
  return posted;
}
