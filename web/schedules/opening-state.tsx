import { Button } from '@primer/react';
import { Link } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { Notice } from '../ui/notice.tsx';
import type { DeviatingDocument } from '../posting/accept-document.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { documentTexts } from '../posting/document-texts.ts';

interface OpeningStateProps {
  readonly params: ScheduleParams;
  readonly state: Schedule['openingBalanceJournalState'];
  readonly maySync: boolean;
  readonly onAccept: (document: DeviatingDocument) => void;
}

/** How the opening balances journal in Xero differs from the one that was sent, with what can be done about it. */
export function OpeningState({ params, state, maySync, onAccept }: OpeningStateProps) {
  const { xeroStatus, xeroDifferences, xeroAcceptance } = state;
  const text = xeroStatus === 'missing' ? documentTexts.openingMissing : documentTexts.openingChanged;
  const sentences = [text, ...xeroDifferences];
  if (xeroAcceptance) {
    const accepted = documentTexts.accepted(xeroAcceptance.note, xeroAcceptance.by);
    return <Notice tone="info">{[...sentences, accepted].join(' ')}</Notice>;
  }
  const action = maySync && (
    <>
      <Button as={Link} href={pathTo(paths.openingJournal, params)} size="small">
        Post again
      </Button>
      <Button
        size="small"
        onClick={() =>
          onAccept({
            kind: 'opening',
            subject: 'the opening balances',
            differences: [text, ...xeroDifferences],
          })
        }
      >
        Accept as is
      </Button>
    </>
  );
  return (
    <Notice tone="warning" action={action}>
      {sentences.join(' ')}
    </Notice>
  );
}
