/** The conditions that a Xero organisation must meet to be linked. */
import { Refusal } from '../../domain/refusal.ts';
import type { XeroSession } from '../xero/session.ts';
import { ROLE_NEEDED, type Xero, XeroError, type XeroOrganisation } from '../services/xero/port.ts';

/** Returns the refusal of an organisation in another currency or another edition of Xero, or null. */
export function unsuitable({ name, baseCurrency, edition }: XeroOrganisation): Refusal | null {
  if (baseCurrency !== 'AUD') {
    const message = `"${name}" keeps its books in ${baseCurrency}. Only organisations in AUD can be linked.`;
    return new Refusal('conflict', 'connection/not-aud', message);
  }
  if (edition !== null && !edition.startsWith('AU')) {
    const message = `"${name}" uses the ${edition} edition of Xero, which has other tax rates. Only organisations with the Australian edition can be linked.`;
    return new Refusal('conflict', 'connection/not-australian', message);
  }
  return null;
}

/**
 * Refuses a connecting user whose role in Xero does not allow manual journals. Xero need not list the action; then one
 * read tells. A question that Xero doesn't answer refuses nothing.
 * @throws Refusal `conflict`
 */
export async function refuseRole(
  xero: Pick<Xero, 'keyActions' | 'tryJournals'>,
  session: XeroSession,
  { name }: XeroOrganisation,
): Promise<void> {
  if (await mayUseJournals(xero, session)) return;
  const message = `Your role in "${name}" does not allow manual journals, which Paydown posts. ${ROLE_NEEDED}`;
  throw new Refusal('conflict', 'connection/role', message);
}

async function mayUseJournals(
  xero: Pick<Xero, 'keyActions' | 'tryJournals'>,
  session: XeroSession,
): Promise<boolean> {
  const actions = await answerOf(() => session.call((access) => xero.keyActions(access)));
  if (actions instanceof XeroError) return true;
  const listed = actions.get('CreateManualJournal');
  if (listed !== undefined) return listed;
  const answer = await answerOf(() => session.call((access) => xero.tryJournals(access)));
  return !(answer instanceof XeroError && answer.kind === 'forbidden');
}

async function answerOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | XeroError> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof XeroError) return error;
    throw error;
  }
}
