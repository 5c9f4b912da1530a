/** Ids of attention items on the wire, and the action that each kind asks for. */
import { ATTENTION_KINDS, type AttentionKind } from '../../domain/reports/attention.ts';
import { Refusal } from '../../domain/refusal.ts';
import { Id } from './wire.ts';

export const ACTIONS: Readonly<Record<AttentionKind, string>> = {
  'unknown-documents': 'Answer for documents in Xero',
  'out-of-balance': 'Check the ledger',
  'document-missing': 'Review the document',
  'document-changed': 'Review the document',
  unmatched: 'Review the payment',
  'auto-sync-failing': 'Review the sync',
  overdue: 'Sync payments',
  'opening-out-of-date': 'Post the journal again',
  balloon: 'Pay out, refinance or extend',
  ending: 'Review the schedule',
  reconnect: 'Reconnect to Xero',
  'statements-open': 'Enter statement balances',
};

interface Identified {
  readonly entityId: string;
  readonly kind: AttentionKind;
  readonly scheduleId: string | null;
}

/** Returns an attention item's id: its entity, kind and schedule, if it is about one. */
export const attentionId = ({ entityId, kind, scheduleId }: Identified): string =>
  [entityId, kind, ...(scheduleId === null ? [] : [scheduleId])].join('.');

/** @throws Refusal `not-found` for text that is no id of an attention item. */
export function itemOfId(id: string): Identified {
  const [entityId = '', name, scheduleId = null, ...more] = id.split('.');
  const kind = ATTENTION_KINDS.find((each) => each === name);
  const areIds = [entityId, ...(scheduleId === null ? [] : [scheduleId])].every(
    (one) => Id.safeParse(one).success,
  );
  if (kind === undefined || more.length > 0 || !areIds) throw unknownAttentionItem();
  return { entityId, kind, scheduleId };
}

export const unknownAttentionItem = (): Refusal =>
  new Refusal('not-found', 'attention/unknown', 'The item could not be found. It may be settled.');
