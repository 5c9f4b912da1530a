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
 * Refuses a connecting user whose role in Xero does not allow manual journals. A question that Xero doesn't answer
 * refuses nothing.
 * @throws Refusal `conflict`
 */
export async function refuseRole(
  xero: Pick<Xero, 'allowedActions'>,
  session: XeroSession,
  { name }: XeroOrganisation,
): Promise<void> {
  const actions = await allowedActions(xero, session);
  if (actions === null || actions.includes('CreateManualJournal')) return;
  const message = `Your role in "${name}" does not allow manual journals, which Paydown posts. ${ROLE_NEEDED}`;
  throw new Refusal('conflict', 'connection/role', message);
}

async function allowedActions(
  xero: Pick<Xero, 'allowedActions'>,
  session: XeroSession,
): Promise<readonly string[] | null> {
  try {
    return await session.call((access) => xero.allowedActions(access));
  } catch (error) {
    if (error instanceof XeroError) return null;
    throw error;
  }
}
