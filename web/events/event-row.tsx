import { CheckIcon, HistoryIcon, LinkExternalIcon, UndoIcon, UploadIcon } from '@primer/octicons-react';
import { Link } from 'wouter';
import { paths, pathTo } from '../paths.ts';
import { showDate } from '../ui/dates.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { summaryOf } from './describe.ts';
import { postEvent, undoEvent } from './event-actions.ts';
import { stateOf } from './event-state.ts';
import { KINDS } from './kinds.ts';
import { XeroMark } from '../schedules/xero-mark.tsx';
import type { ScheduleEvent, ScheduleParams } from './types.ts';

interface EventRowProps {
  readonly event: ScheduleEvent;
  readonly params: ScheduleParams;
  /** The row's place in the table, its head included. */
  readonly index: number;
  readonly hasFees: boolean;
  readonly isConnected: boolean;
  readonly maySync: boolean;
  readonly mayReverse: boolean;
}

/** An event between the payments of a schedule. */
export function EventRow({ event, params, index, hasFees, isConnected, maySync, mayReverse }: EventRowProps) {
  const { kind, date, input, xeroSynchronized, inOpeningBalances, xeroUrl, undoable } = event;
  const { title, icon: Picture } = KINDS[kind];
  const isDeviating = event.xeroStatus === 'missing' || event.xeroStatus === 'changed';
  const text = `${title}: ${summaryOf(input)}`;
  return (
    <tr className="event-row" aria-rowindex={index}>
      <td className="number">
        <Picture size={16} className="event-mark" aria-label="Change" />
      </td>
      <td className="date">{showDate(date)}</td>
      <td className="event-text" colSpan={hasFees ? 5 : 4} title={text}>
        <Link href={pathTo(paths.history, params)}>{text}</Link>
      </td>
      <td className="synced">
        <span className="sync-state">
          {isDeviating ? (
            <XeroMark state={event} />
          ) : (
            <>
              <span className="covered">{stateOf(event)}</span>
              {xeroUrl !== null && <CheckIcon size={12} className="sync-mark" aria-hidden="true" />}
            </>
          )}
        </span>
      </td>
      {isConnected && (
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
                (!xeroSynchronized || event.xeroStatus === 'missing') &&
                !inOpeningBalances && {
                  label: xeroSynchronized ? 'Post again' : 'Post',
                  icon: UploadIcon,
                  run: () => void postEvent(params, event),
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
