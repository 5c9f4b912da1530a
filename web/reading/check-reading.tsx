import { Button } from '@primer/react';
import { useState } from 'react';
import type { Place } from '../extraction/document-text.ts';
import type { Choices, Reading } from '../extraction/read-document.ts';
import type { TermField } from '../extraction/term-labels.ts';
import type { Draft } from '../contract/draft.ts';
import { HelpLink } from '../help/help-link.tsx';
import { Flag } from '../ui/flag.tsx';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { CheckTable } from './check-table.tsx';
import type { OpenDocument } from './open-document.ts';
import { PagePicture } from './page-picture.tsx';
import { figuresIn, type ReadFigure } from './read-figures.ts';
import { TermList, type ReviewedTerm } from './term-list.tsx';
import { findingText } from './texts.ts';
import { draftFrom, type UsedTable } from './used-reading.ts';
import './check-reading.css';

/** The fields and file that a document gives to the form. */
export interface UsedReading {
  readonly fields: Partial<Draft>;
  /** The file to attach; null if it isn't wanted. */
  readonly attachment: File | null;
  /** The figures of the purchase, which its own page proposes. */
  readonly figures: readonly ReadFigure[];
}

interface CheckReadingProps {
  readonly document: OpenDocument;
  readonly onUse: (used: UsedReading) => void;
  readonly onCancel: () => void;
}

/** Shows the reading beside the document's pages: verdict, terms and table. */
export function CheckReading({ document, onUse, onCancel }: CheckReadingProps) {
  const [reading, setReading] = useState(document.reading);
  const [chosen, setChosen] = useState(0);
  const [place, setPlace] = useState<Place | null>(null);
  const table = reading.tables[chosen];
  const [terms, setTerms] = useState<readonly ReviewedTerm[]>(() => reviewed(reading, 0));
  const [used, setUsed] = useState<UsedTable | null>(null);
  const isPdf = document.pdf !== null;
  const [isAttached, setAttached] = useState(isPdf);
  useUnsavedChanges(true);
  const choose = (index: number): void => {
    setChosen(index);
    setUsed(null);
    setTerms(reviewed(reading, index));
  };
  const [choices, setChoices] = useState<Choices>(document.choices);
  const readAgain = async (chosenNow: Choices): Promise<void> => {
    const next = { ...choices, ...chosenNow };
    setChoices(next);
    setReading(await document.readAgain(next));
  };
  const change = (field: TermField, changes: Partial<ReviewedTerm>): void =>
    setTerms(terms.map((each) => (each.term.field === field ? { ...each, ...changes } : each)));
  const confirmed = new Map(
    terms.flatMap(({ term, value, decision }) =>
      decision === 'confirmed' ? [[term.field, value] as const] : [],
    ),
  );
  const agrees = !disagreesIn(reading) && (!table || used !== null);
  const isReady = table ? used !== null : confirmed.size > 0;
  return (
    <div className={`reading-check ${isPdf ? 'reading-check-pdf' : ''}`}>
      {document.pdf && <PagePicture pdf={document.pdf} place={place} />}
      <section className="card card-body reading-results" aria-label="What was read">
        <h2>Check what was read</h2>
        <p className="muted">
          Compare it with the document. <HelpLink page="lenders-document">About reading a document</HelpLink>
        </p>
        <Verdict reading={reading} />
        {reading.tables.length > 1 && <TableChoice reading={reading} chosen={chosen} onChoose={choose} />}
        {terms.length > 0 && (
          <>
            <h3>Terms</h3>
            <p className="muted">Enter confirms a value. Only confirmed values enter the form.</p>
            {agrees && terms.some(({ decision }) => decision === 'open') && (
              <Button
                size="small"
                onClick={() =>
                  setTerms(
                    terms.map((each) =>
                      each.decision === 'open' ? { ...each, decision: 'confirmed' } : each,
                    ),
                  )
                }
              >
                Confirm all
              </Button>
            )}
            <TermList
              terms={terms}
              pageName={isPdf ? 'Page' : 'Sheet'}
              onChange={change}
              onFocus={setPlace}
            />
          </>
        )}
        {table && (
          <CheckTable
            key={`${chosen} ${JSON.stringify([table.roles, choices])}`}
            table={table}
            balloonDate={confirmed.get('balloonDate') ?? valueOf(terms, 'balloonDate')}
            residual={valueOf(terms, 'balloon')}
            onUsable={setUsed}
            onFocus={setPlace}
            onColumns={(columns) => void readAgain({ columns })}
            onDates={(dates) => void readAgain(dates)}
          />
        )}
        <div className="reading-actions">
          {isPdf && (
            <Flag label="Attach the document" checked={isAttached} disabled={false} onChange={setAttached} />
          )}
          <Button
            variant="primary"
            disabled={!isReady}
            onClick={() =>
              onUse({
                fields: draftFrom(confirmed, used),
                attachment: isAttached ? document.file : null,
                figures: figuresIn(document, chosen),
              })
            }
          >
            Use in the form
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </section>
    </div>
  );
}

const reviewed = ({ tables, terms }: Reading, table: number): ReviewedTerm[] =>
  (tables[table]?.terms ?? terms).map((term) => ({ term, value: term.value, decision: 'open' }));

const valueOf = (terms: readonly ReviewedTerm[], field: TermField) =>
  terms.find(({ term, decision }) => term.field === field && decision !== 'dropped')?.value;

/** Whether the document contradicts itself. */
const disagreesIn = ({ findings }: Reading): boolean =>
  findings.some(({ code }) => code.startsWith('disagrees:') || code === 'total-disagrees');

/** The findings about the whole document. */
function Verdict({ reading }: { readonly reading: Reading }) {
  const texts = [...new Set(reading.findings.map(findingText).filter((text) => text !== null))];
  const disagrees = disagreesIn(reading);
  if (texts.length === 0) return null;
  return (
    <div className="reading-verdict">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {disagrees && <p className="muted">All else agrees.</p>}
    </div>
  );
}

interface TableChoiceProps {
  readonly reading: Reading;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

function TableChoice({ reading, chosen, onChoose }: TableChoiceProps) {
  return (
    <label className="field">
      <span className="field-label">Table</span>
      <select
        className="input"
        value={chosen}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      >
        {reading.tables.map(({ rows }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- tables keep their order
          <option key={index} value={index}>
            Table {index + 1}: {rows.length} payments from {rows[0]?.date ?? 'an unknown date'}
          </option>
        ))}
      </select>
    </label>
  );
}
