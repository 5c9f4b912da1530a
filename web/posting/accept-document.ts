/** The acceptance of a document that was changed or deleted in Xero. */
import { sumDollars } from '../../domain/money.ts';
import type { EntityParams, ScheduleParams } from '../data/answers.ts';
import { type Answer, call } from '../data/api.ts';
import { change } from '../data/change.ts';
import { today } from '../ui/dates.ts';

interface Described {
  readonly subject: string;
  /** A sentence per difference. */
  readonly differences: readonly string[];
}

/** A payment, an event, or the opening balances journal, whose document in Xero deviates. */
export type DeviatingDocument = Described &
  ({ readonly kind: 'payment' | 'event'; readonly id: string } | { readonly kind: 'opening' });

/** An entry of a register whose journal in Xero deviates. */
export type DeviatingEntry = Described & {
  readonly kind: 'entry';
  readonly registerId: string;
  readonly number: number;
};

/** A document of a schedule, or an entry of an entity's register, to be accepted. */
export type Accepted =
  | { readonly params: ScheduleParams; readonly document: DeviatingDocument }
  | { readonly params: EntityParams; readonly document: DeviatingEntry };

const isEntry = (accepted: Accepted): accepted is Extract<Accepted, { document: DeviatingEntry }> =>
  accepted.document.kind === 'entry';

type LedgerCheck = Answer<'POST /v1/entities/{entityId}/ledgercheck'>;

/** The effect of a document's state on an account: Xero less what was sent, dollars, positive for a debit. */
export interface LedgerEffect {
  readonly accountId: string;
  readonly name: string;
  readonly amount: number;
}

/** Returns the accounts on which the document makes Xero differ from the contract. */
export function ledgerEffectOf({ accounts }: LedgerCheck, document: Accepted['document']): LedgerEffect[] {
  return accounts.flatMap(({ accountId, code, name, causes }) => {
    const own = causes.filter((cause) => isOf(cause, document));
    const amount = sumDollars(own.map((cause) => cause.amount));
    if (accountId === null || amount === 0) return [];
    return [{ accountId, name: code === '' ? name : `${code} – ${name}`, amount }];
  });
}

function isOf(
  {
    kind,
    registerId,
    paymentIds = [],
    eventIds = [],
    entryNumbers = [],
  }: LedgerCheck['accounts'][number]['causes'][number],
  document: Accepted['document'],
): boolean {
  if (document.kind === 'opening') return kind === 'opening-voided';
  if (kind !== 'document-changed' && kind !== 'document-missing') return false;
  if (document.kind === 'entry') {
    return (
      registerId === document.registerId && entryNumbers.length === 1 && entryNumbers[0] === document.number
    );
  }
  const [only, ...others] = document.kind === 'payment' ? paymentIds : eventIds;
  return only === document.id && others.length === 0;
}

const ITEMS = 'GET /v1/entities/{entityId}/ledgercheck/items';

/** Stores the differences as reconciling items, and checks the ledger again. */
export async function saveItems(
  entityId: string,
  effects: readonly LedgerEffect[],
  note: string,
): Promise<void> {
  const params = { entityId };
  const { items } = await call(ITEMS, { params });
  const added = effects.map(({ accountId, amount }) => ({ accountId, amount, note, until: null }));
  await change('PUT /v1/entities/{entityId}/ledgercheck/items', {
    params,
    body: { items: [...items, ...added] },
  });
  await change('POST /v1/entities/{entityId}/ledgercheck', { params, body: { date: today() } });
}

/** Stores a note that says why a document stays as it is in Xero. */
export function acceptDocument(accepted: Accepted, note: string): Promise<unknown> {
  const body = { note };
  if (isEntry(accepted)) {
    const { params, document } = accepted;
    return change('POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/acceptance', {
      params: { ...params, registerId: document.registerId, number: String(document.number) },
      body,
    });
  }
  const { params, document } = accepted;
  switch (document.kind) {
    case 'payment':
      return change('POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/acceptance', {
        params: { ...params, paymentId: document.id },
        body,
      });
    case 'event':
      return change('POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance', {
        params: { ...params, eventId: document.id },
        body,
      });
    case 'opening':
      break;
  }
  return change('POST /v1/entities/{entityId}/schedules/{scheduleId}/openingbalancejournal/acceptance', {
    params,
    body,
  });
}

/** Whether the document of a payment, event or journal was changed or deleted in Xero. */
export const isDeviating = ({ xeroStatus }: { readonly xeroStatus: string | null }): boolean =>
  xeroStatus === 'changed' || xeroStatus === 'missing';
