import { HistoryIcon, LinkExternalIcon } from '@primer/octicons-react';
import { Button, Label } from '@primer/react';
import { useState } from 'react';
import { useApi } from '../data/api.ts';
import { isDeviating } from '../posting/accept-document.ts';
import { XeroMark } from '../posting/xero-mark.tsx';
import { AuditHistory } from '../tenants/history.tsx';
import { showDate } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Empty } from '../ui/empty.tsx';
import { showMoment } from '../ui/instants.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useMay } from '../data/account.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { summaryOf } from './describe.ts';
import { DocumentTable } from './document-table.tsx';
import { postEvent, postEventAgain, undoEvent } from './event-actions.ts';
import { documentOf, mayPostAgain, stateOf } from './event-state.ts';
import { KINDS } from './kinds.ts';
import { eventTexts } from './texts.ts';
import type { RecordedEvent } from './types.ts';
import { FieldError } from '../ui/field-error.tsx';
import './changes.css';
import type { Entity, Schedule, ScheduleParams } from '../data/answers.ts';
import './history.css';

const AcceptDialog = deferred(async () => (await import('../posting/accept-dialog.tsx')).AcceptDialog);

const STATE_TONES = {
  Posted: 'success',
  'Not in Xero': 'attention',
  'In opening balances': 'default',
  'Nothing to post': 'default',
} as const;

interface HistoryProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
}

/** The recorded changes of a schedule with their documents, newest first; below them its part of the audit log. */
export function ScheduleHistory({ entity, schedule }: HistoryProps) {
  const params = { entityId: entity.id, scheduleId: schedule.id };
  const { data: events, error } = useApi('GET /v1/entities/{entityId}/schedules/{scheduleId}/events', {
    params,
  });
  const accounts = useAccounts(entity);
  const maySeeAudit = useMay('see the audit log');
  useLoadFailure(error, eventTexts.load);
  if (!events) {
    return <CardSkeleton columns={3} />;
  }
  return (
    <>
      <Events params={params} schedule={schedule} events={events} accounts={accounts} />
      {maySeeAudit && (
        <section className="history-audit" aria-labelledby="history-audit">
          <h2 id="history-audit">Audit log</h2>
          <AuditHistory
            key={events.map(({ id, xeroSynchronized }) => `${id} ${xeroSynchronized}`).join()}
            {...params}
          />
        </section>
      )}
    </>
  );
}

interface EventsProps {
  readonly params: ScheduleParams;
  readonly schedule: Schedule;
  readonly events: readonly RecordedEvent[];
  readonly accounts: readonly LedgerAccount[] | undefined;
}

function Events({ params, schedule, events, accounts }: EventsProps) {
  if (events.length === 0) {
    return (
      <div className="card">
        <Empty icon={HistoryIcon} title={eventTexts.noChanges}>
          {eventTexts.noChangesText}
        </Empty>
      </div>
    );
  }
  const newestFirst = events.toSorted((one, other) => other.number - one.number);
  return (
    <ol className="history" reversed>
      {newestFirst.map((event) => (
        <li key={event.id} className="card">
          <EventCard params={params} schedule={schedule} event={event} accounts={accounts} />
        </li>
      ))}
    </ol>
  );
}

interface EventCardProps extends Omit<EventsProps, 'events'> {
  readonly event: RecordedEvent;
}

function EventCard({ params, schedule, event, accounts }: EventCardProps) {
  const { kind, date, note, createdAt, createdBy, k, document, input, error } = event;
  return (
    <article className="history-event" aria-label={`${KINDS[kind].title}, ${showDate(date)}`}>
      <div className="history-head">
        <div>
          <h2 className="card-title">
            {KINDS[kind].title} · {showDate(date)}
          </h2>
          <p className="history-text">
            {summaryOf(input)}. {k === 0 ? 'Before payment 1.' : `After payment ${k}.`}
          </p>
          {note !== '' && <p className="history-text">{note}</p>}
          <p className="card-text">
            Recorded by {createdBy.name}, {showMoment(createdAt)}
          </p>
        </div>
        {isDeviating(event) ? (
          <XeroMark state={event} />
        ) : (
          <Label variant={STATE_TONES[stateOf(event)]}>{stateOf(event)}</Label>
        )}
      </div>
      {event.xeroDifferences.length > 0 && <p className="history-text">{event.xeroDifferences.join(' ')}</p>}
      {error !== null && <FieldError role="note">{error}</FieldError>}
      <EventButtons params={params} schedule={schedule} event={event} />
      {document && (
        <details className="history-document">
          <summary>Document</summary>
          <DocumentTable document={document} accounts={accounts} schedule={schedule} />
        </details>
      )}
    </article>
  );
}

function EventButtons({ params, schedule, event }: Omit<EventCardProps, 'accounts'>) {
  const mayPost = useMay('sync payments') && !schedule.archived;
  const mayUndo = useMay('reverse postings') && !schedule.archived;
  const { isBusy, start } = useAction((work: () => Promise<void>) => work(), toast.failure);
  const [isAccepting, setAccepting] = useState(false);
  const canPost = mayPost && !event.xeroSynchronized && !event.inOpeningBalances;
  if (!canPost && event.xeroUrl === null && !(mayUndo && event.undoable)) return null;
  return (
    <div className="form-actions">
      {canPost && (
        <Button
          size="small"
          variant="primary"
          loading={isBusy}
          onClick={() => start(() => postEvent(params, event))}
        >
          Post
        </Button>
      )}
      {event.xeroUrl !== null && (
        <Button
          as="a"
          size="small"
          href={event.xeroUrl}
          target="_blank"
          rel="noreferrer"
          leadingVisual={LinkExternalIcon}
        >
          View in accounting
        </Button>
      )}
      {mayPost && mayPostAgain(event, mayUndo) && (
        <Button size="small" loading={isBusy} onClick={() => start(() => postEventAgain(params, event))}>
          Post again
        </Button>
      )}
      {mayPost && isDeviating(event) && (
        <Button size="small" disabled={isBusy} onClick={() => setAccepting(true)}>
          Accept as is
        </Button>
      )}
      {isAccepting && (
        <AcceptDialog params={params} document={documentOf(event)} onClose={() => setAccepting(false)} />
      )}
      {mayUndo && event.undoable && (
        <Button size="small" disabled={isBusy} onClick={() => start(() => undoEvent(params, event))}>
          Undo
        </Button>
      )}
    </div>
  );
}
