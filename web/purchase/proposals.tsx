/** The figures of a purchase that the lender's document states: each enters the form when it is confirmed. */
import { CheckIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import type { ScheduleParams } from '../data/answers.ts';
import { DocumentChoice } from '../reading/document-reader.tsx';
import { figuresIn, keptFigures, type ReadFigure } from '../reading/read-figures.ts';
import { readingTexts } from '../reading/texts.ts';
import { useReading } from '../reading/use-reading.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { type AccountFor, figureLabel, isInDraft, type PurchaseDraft, withFigure } from './purchase-draft.ts';

interface PurchaseProposalsProps {
  readonly params: ScheduleParams;
  readonly draft: PurchaseDraft;
  readonly usual: AccountFor;
  readonly onChange: (draft: PurchaseDraft) => void;
}

export function PurchaseProposals({ params, draft, usual, onChange }: PurchaseProposalsProps) {
  const [figures, setFigures] = useState(() => keptFigures(params));
  const [withoutFigures, setWithoutFigures] = useState<string | null>(null);
  const reading = useReading((document) => {
    const found = figuresIn(document);
    setFigures(found);
    setWithoutFigures(found.length === 0 ? document.file.name : null);
  });
  const use = (some: readonly ReadFigure[]): void =>
    onChange(some.reduce((typed, figure) => withFigure(typed, figure, usual), draft));
  if (figures.length === 0) {
    return (
      <>
        {withoutFigures !== null && <Notice tone="info">{readingTexts.noFigures(withoutFigures)}</Notice>}
        <DocumentChoice reading={reading} text={readingTexts.dropContract} />
      </>
    );
  }
  const open = figures.filter((figure) => !isInDraft(draft, figure));
  return (
    <section className="card card-body" aria-label="Read from the lender’s document">
      <span className="field-label">Read from the lender’s document</span>
      <ul className="purchase-figures">
        {figures.map((figure) => (
          <li key={figure.figure}>
            <span>
              {figureLabel(figure.figure)}: {formatDollars(Number(figure.amount))}
              <span className="cell-detail">{figure.source}</span>
            </span>
            {open.includes(figure) ? (
              <Button
                size="small"
                aria-label={`Use ${figureLabel(figure.figure)}`}
                onClick={() => use([figure])}
              >
                Use
              </Button>
            ) : (
              <span className="purchase-tick">
                <CheckIcon aria-label="In the form" />
              </span>
            )}
          </li>
        ))}
      </ul>
      {open.length > 1 && (
        <div>
          <Button size="small" onClick={() => use(open)}>
            Use all
          </Button>
        </div>
      )}
    </section>
  );
}
