import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import { inRanges } from '../../domain/number-ranges.ts';
import { showPeriod } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import type { Dated } from './bulk-texts.ts';
import { countedDocuments, type PostedWhat } from './posted.ts';

/** The outcome of the documents of a schedule or register so far. */
export interface LineResult {
  /** How many were to be posted: those that are not left out. */
  readonly asked: number;
  readonly posted: number;
  readonly reasons: readonly string[];
}

interface BulkLineProps {
  readonly what: PostedWhat;
  readonly name: string;
  readonly href: string;
  /** Stands behind the name. */
  readonly beside?: string | undefined;
  readonly documents: readonly (Dated & { readonly number: number })[];
  readonly warnings: readonly string[];
  readonly isExcluded: boolean;
  /** Leaves the documents out, or takes them in again; null once posting has begun. */
  readonly onExclude: (() => void) | null;
  /** Null before posting has begun, and for what was left out. */
  readonly result: LineResult | null;
  readonly onOpen: () => void;
  /** Questions and lines about the documents, before they are posted. */
  readonly children?: ReactNode;
}

/** A schedule or register with the documents that it posts, and then with their outcome. */
export function BulkLine(props: BulkLineProps) {
  const { what, name, beside, documents, warnings, onExclude, result } = props;
  const [first, last] = [documents[0], documents.at(-1)];
  return (
    <li className="bulk-posting-line">
      <div className="bulk-posting-head">
        {onExclude && (
          <input
            type="checkbox"
            aria-label={`Post ${name}`}
            checked={!props.isExcluded}
            onChange={onExclude}
          />
        )}
        <span>
          <Link href={props.href} onClick={props.onOpen}>
            {name}
          </Link>
          {beside !== undefined && <span className="muted"> · {beside}</span>}
        </span>
        <strong className="bulk-posting-total">
          {formatDollars(sumDollars(documents.map(({ amount }) => amount)))}
        </strong>
      </div>
      <div className="muted">
        {countedDocuments(documents.length, what)} ({inRanges(documents.map(({ number }) => number))})
        {first && last && ` · ${showPeriod(first.date, last.date)}`}
      </div>
      {result ? (
        <ResultLines result={result} all={documents.length} />
      ) : (
        warnings.length > 0 && (
          <ul className="bulk-posting-warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )
      )}
      {props.children}
    </li>
  );
}

interface ResultLinesProps {
  readonly result: LineResult;
  readonly all: number;
}

function ResultLines({ result: { asked, posted, reasons }, all }: ResultLinesProps) {
  return (
    <ul className="bulk-posting-results">
      <li>
        {posted} of {asked} posted
        {asked < all && `, ${all - asked} left out`}
      </li>
      {reasons.map((reason) => (
        <li key={reason} className="bulk-posting-problem">
          {reason}
        </li>
      ))}
    </ul>
  );
}
