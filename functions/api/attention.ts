/** Attention items: their ids on the wire, and the action that each kind asks for. */
import * as z from 'zod';
import { ATTENTION_KINDS, type AttentionKind } from '../../domain/reports/attention.ts';
import { notFound, type Refusal } from '../../domain/refusal.ts';
import { DateText, Id, TextOrNone } from './wire.ts';
import { defineRoutes } from './route.ts';

export const ACTIONS: Readonly<Record<AttentionKind, string>> = {
  'unknown-documents': 'Answer for documents in Xero',
  'out-of-balance': 'Check the ledger',
  'document-missing': 'Review the document',
  'document-changed': 'Review the document',
  unmatched: 'Review the payment',
  'auto-sync-failing': 'Review the sync',
  tracking: 'Choose the tracking',
  overdue: 'Review and post',
  'register-due': 'Post the entries',
  'division-7a-due': 'Record a repayment',
  'division-7a-agreement': 'Enter the agreement',
  'division-7a-rate': 'Enter the rate',
  'not-linked': 'Link to Xero',
  'setup-incomplete': 'Set up in Xero',
  'opening-out-of-date': 'Post the journal again',
  balloon: 'Pay out, refinance or extend',
  ending: 'Review the schedule',
  reconnect: 'Reconnect to Xero',
  'scope-missing': 'Reconnect to Xero',
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

const AttentionItem = z.object({
  id: z.string(),
  kind: z.enum(ATTENTION_KINDS),
  /** Null where the item is about several entities; the name then counts them. */
  entityId: Id.nullable(),
  entityName: z.string(),
  /** Null where the attention item is the entity's; so is the description, the schedule's name. */
  scheduleId: Id.nullable(),
  description: z.string().nullable(),
  /** The register that the item is about; null for another one, and where it is about several. */
  registerId: Id.nullable(),
  since: z.string(),
  /** The date of the ledger check that the item is about. */
  date: z.string().optional(),
  amount: z.number().optional(),
  text: z.string(),
  /** The label of the one action that settles the attention item. */
  action: z.string(),
  /** The day on which a snoozed attention item returns. */
  snoozedUntil: z.string().nullable(),
});

export const attentionRoutes = defineRoutes({
  'GET /v1/attention': {
    summary: 'What needs attention in all entities: snoozed items last, then by urgency and age',
    handler: 'attention/list-attention',
    allow: 'Guest',
    response: z.array(AttentionItem),
    refuses: [],
    uses: ['table:read'],
  },
  'PUT /v1/attention/{id}/snooze': {
    summary: 'Hide an attention item until a date',
    handler: 'attention/snooze-item',
    allow: 'Member',
    body: z.object({
      /** After today, within a year. Null shows the attention item again. */
      until: DateText.nullable(),
      note: TextOrNone.default(''),
    }),
    refuses: ['not-found'],
    uses: ['table:write'],
  },
});
