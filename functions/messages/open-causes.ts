/**
 * Causes of messages that require an action. A cause is checked when such a message is read, so the message clears
 * itself for every reader as soon as its cause is gone, however it went.
 */
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity } from '../entities/entity-store.ts';
import { readCheckState } from '../ledger/check-store.ts';
import { areDeviating } from '../ledger/deviation-store.ts';
import type { TableReader } from '../store/table.ts';
import type { StoredMessage } from './message-store.ts';

interface Subject {
  readonly tenantId: string;
  /** Kind and subject of the message, as in `NewMessage.about`. */
  readonly about: string;
  readonly documents: StoredMessage['documents'];
}

/** Whether the cause of a message still stands. A kind without a check stands until its reader deletes it. */
export async function causeStands(
  table: TableReader,
  { tenantId, about, documents }: Subject,
): Promise<boolean> {
  if (documents) return areDeviating(table, documents);
  const [kind, id = ''] = about.split('#');
  return kind === 'ledger-check' ? isLedgerOut(table, tenantId, id) : true;
}

/** Whether the last check of an entity does not agree. False for an entity that is gone or linked elsewhere. */
async function isLedgerOut(table: TableReader, tenantId: string, entityId: string): Promise<boolean> {
  const [link, check] = await Promise.all([
    linkOf(table, tenantId, entityId),
    readCheckState(table, entityId),
  ]);
  return check !== null && check.xeroTenantId === link?.tenantId && !check.agrees;
}

async function linkOf(table: TableReader, tenantId: string, entityId: string) {
  try {
    return (await ownEntity(table, tenantId, entityId)).xero;
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'not-found') return null;
    throw error;
  }
}
