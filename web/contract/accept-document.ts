/** The acceptance of a document that was changed or deleted in Xero. */
import { change } from '../data/change.ts';

/** A payment, an event, or the opening balances journal, whose document in Xero deviates. */
export type DeviatingDocument =
  | { readonly kind: 'payment' | 'event'; readonly id: string; readonly subject: string }
  | { readonly kind: 'opening'; readonly subject: string };

/** Stores a note that says why a document stays as it is in Xero. */
export function acceptDocument(
  params: { readonly entityId: string; readonly scheduleId: string },
  document: DeviatingDocument,
  note: string,
): Promise<unknown> {
  const body = { note };
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
