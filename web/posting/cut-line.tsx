/** A posting whose line was cut: it waits for the connection, then for the user. */
import { Button } from '@primer/react';
import { isReachable } from '../data/api.ts';
import { countedDocuments, type PostedWhat } from './posted.ts';

/** Goes on with the documents that are left once the service can be reached. */
export function GoOnButton({ left, onGoOn }: { readonly left: number; readonly onGoOn: () => void }) {
  const isOnline = isReachable.use();
  return (
    <Button size="small" variant="primary" disabled={!isOnline} onClick={onGoOn}>
      Go on with {left}
    </Button>
  );
}

/** The outcome, and the documents that are left. */
export const cutText = (left: number, what: PostedWhat = 'payment'): string =>
  `The connection was lost. ${countedDocuments(left, what)} ${left === 1 ? 'waits' : 'wait'}.`;
