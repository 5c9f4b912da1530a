/** Ids of attention items on the wire, and the action that each kind asks for. */
import { ATTENTION_KINDS, type AttentionKind } from '../../domain/reports/attention.ts';
import { notFound, type Refusal } from '../../domain/refusal.ts';
import { Id } from './wire.ts';

export const ACTIONS: Readonly<Record<AttentionKind, string>> = {
  'unknown-documents': 'Answer for documents in Xero',
  'out-of-balance': 'Check the ledger',
  'document-missing': 'Review the document',
  'document-changed': 'Review the document',
  unmatched: 'Review the payment',
  'auto-sync-failing': 'Review the sync',
  overdue: 'Review and post',
  'not-linked': 'Link to Xero',
  'setup-incomplete': 'Set up in Xero',
  'opening-out-of-date': 'Post the journal again',
  balloon: 'Pay out, refinance or extend',
  ending: 'Review the schedule',
  reconnect: 'Reconnect to Xero',
  'statements-open': 'Enter statement balances',
};

interface Identified {
  readonly entityId: string | null;
  readonly kind: AttentionKind;
  readonly scheduleId: string | null;
}

/** The kind that is one item of all entities; its name is its id. */
const OF_ALL: AttentionKind = 'statements-open';

export const attentionId = ({ entityId, kind, scheduleId }: Identified): string =>
  kind === OF_ALL ? kind : [entityId ?? '', kind, ...(scheduleId === null ? [] : [scheduleId])].join('.');

/**
 * Returns the parts of an id; the entity is null for the item of all entities.
 * @throws Refusal `not-found` for text that is no id of an attention item.
 */
export function itemOfId(id: string): Identified {
  if (id === OF_ALL) return { entityId: null, kind: OF_ALL, scheduleId: null };
  const [entityId = '', name, scheduleId = null, ...more] = id.split('.');
  const kind = ATTENTION_KINDS.find((each) => each === name && each !== OF_ALL);
  const areIds = [entityId, ...(scheduleId === null ? [] : [scheduleId])].every(
    (one) => Id.safeParse(one).success,
  );
  if (kind === undefined || more.length > 0 || !areIds) throw unknownAttentionItem();
  return { entityId, kind, scheduleId };
}

export const unknownAttentionItem = (): Refusal =>
  notFound('attention/unknown', 'The item could not be found. It may be settled.');
