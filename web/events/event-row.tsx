import type { ScheduleParams } from '../data/answers.ts';
import { CheckIcon, HistoryIcon, LinkExternalIcon, UndoIcon, UploadIcon } from '@primer/octicons-react';
import { Link } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { type DeviatingDocument, isDeviating } from '../posting/accept-document.ts';
import { toDollars, type Cents } from '../../domain/money.ts';
import type { ReportedEvent } from '../../domain/reports/contract.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { MoneyCell } from '../ui/money.tsx';
import { summaryOf } from './describe.ts';
import { postEvent, postEventAgain, undoEvent } from './event-actions.ts';
import { documentOf, mayPostAgain, stateOf } from './event-state.ts';
import { KINDS } from './kinds.ts';
import { XeroMark } from '../posting/xero-mark.tsx';
import type { ScheduleEvent } from './types.ts';

interface EventRowProps {
  readonly event: ScheduleEvent;
  /** The amount that it pays, and the balance after it. */
  readonly figures: ReportedEvent | undefined;
  readonly params: ScheduleParams;
  /** The row's place in the table, its head included. */
  readonly index: number;
  readonly hasFees: boolean;
  readonly hasOptions: boolean;
  readonly maySync: boolean;
  readonly mayReverse: boolean;
  readonly onAccept: (document: DeviatingDocument) => void;
}

/** An event between the payments of a schedule. */
export function EventRow(props: EventRowProps) {
  const { event, figures, params, index, hasFees, hasOptions, maySync, mayReverse, onAccept } = props;
  const { kind, date, input, xeroSynchronized, inOpeningBalances, xeroUrl, undoable } = event;
  const { title, icon: Picture } = KINDS[kind];
  const deviates = isDeviating(event);
  const text = `${title}: ${summaryOf(input)}`;
  return (
    <tr className="event-row" aria-rowindex={index}>
      <td className="number">
        <Picture size={16} className="event-mark" aria-label="Change" />
        <Link href={pathTo(paths.history, params)} className="event-text" title={text}>
          {text}
        </Link>
      </td>
      <td className="date">{showDate(date)}</td>
      <PaidCell cents={figures?.amount} />
      {hasFees && <PaidCell cents={figures?.feePaid} className="fee" />}
      <PaidCell cents={figures?.interest} />
      <PaidCell cents={figures?.principal} />
      {figures ? <MoneyCell dollars={toDollars(figures.endingBalance)} /> : <td className="number" />}
      <td className="synced">
        {xeroUrl === null && !deviates ? (
          <span className="covered">{stateOf(event)}</span>
        ) : (
          <XeroMark state={event} />
        )}
      </td>
      {hasOptions && (
        <td className="options screen-only">
          <MenuButton
            label={`Options of ${title.toLowerCase()}, ${showDate(date)}`}
            size="small"
            items={[
              { label: 'History', icon: HistoryIcon, href: pathTo(paths.history, params) },
              xeroUrl !== null && {
                label: 'View in accounting',
                icon: LinkExternalIcon,
                href: xeroUrl,
                isExternal: true,
              },
              maySync &&
                !xeroSynchronized &&
                !inOpeningBalances && {
                  label: 'Post',
                  icon: UploadIcon,
                  run: () => void postEvent(params, event),
                },
              maySync &&
                mayPostAgain(event, mayReverse) && {
                  label: 'Post again',
                  icon: UploadIcon,
                  run: () => void postEventAgain(params, event),
                },
              maySync &&
                deviates && {
                  label: 'Accept as is',
                  icon: CheckIcon,
                  run: () => onAccept(documentOf(event)),
                },
              mayReverse &&
                undoable && { label: 'Undo', icon: UndoIcon, run: () => void undoEvent(params, event) },
            ]}
          />
        </td>
      )}
    </tr>
  );
}

/** An amount that an event pays; empty for one that pays nothing. */
function PaidCell({
  cents,
  className = '',
}: {
  readonly cents: Cents | undefined;
  readonly className?: string;
}) {
  if (cents === undefined || cents === 0) return <td className={`number ${className}`} />;
  return <MoneyCell dollars={toDollars(cents)} className={className} />;
}
