/** The documents in Xero that members are asked about, on the entity's page. */
import { Button } from '@primer/react';
import { useState } from 'react';
import { type Answer, refresh, useApi } from '../data/api.ts';
import { useMay } from '../data/account.ts';
import { change } from '../data/change.ts';
import { showDate } from '../ui/dates.ts';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { deferred } from '../ui/deferred.tsx';
import { type Answering, documentName, type Unknown, unknownTexts } from './unknown-texts.ts';
import './unknown-documents.css';

const AnswerDialog = deferred(async () => (await import('./unknown-answer.tsx')).UnknownAnswer);

const ROUTE = 'GET /v1/entities/{entityId}/xero/unknown';

interface UnknownDocumentsProps {
  readonly entityId: string;
  /** The entity's, undefined until loaded. */
  readonly schedules: Answer<'GET /v1/entities/{entityId}/schedules'> | undefined;
}

export function UnknownDocuments({ entityId, schedules }: UnknownDocumentsProps) {
  const { data } = useApi(ROUTE, { params: { entityId } });
  const mayAnswer = useMay('edit schedules');
  const [answering, setAnswering] = useState<Answering>();
  const { isBusy, start } = useAction(
    async (work: () => Promise<unknown>) => void (await work()),
    (error) => toast.failure(error, unknownTexts.failed),
  );
  if (!data || (!data.frozen && data.documents.length === 0)) return null;
  const { frozen, documents } = data;
  const lost = documents.filter(({ reason }) => reason === 'lost-schedule');
  const see = (): Promise<unknown> =>
    change('POST /v1/entities/{entityId}/xero/unknown/seen', {
      params: { entityId },
      body: { documentIds: lost.map(({ documentId }) => documentId) },
    });
  return (
    <section className="card card-body" aria-labelledby="unknown-title">
      <h2 className="card-title" id="unknown-title">
        {unknownTexts.title}
      </h2>
      <Notice
        tone="warning"
        action={
          frozen && (
            <Button loading={isBusy} onClick={() => start(() => refresh(ROUTE))}>
              Check again
            </Button>
          )
        }
      >
        {frozen
          ? documents.length > 0
            ? unknownTexts.frozen
            : unknownTexts.comparing
          : unknownTexts.unconfirmed}
      </Notice>
      {documents.length > 0 && (
        <Table
          label={unknownTexts.title}
          columns={[
            { label: 'Date' },
            { label: 'Contact' },
            { label: 'Document' },
            { label: 'Total', kind: 'number' },
            mayAnswer && { label: 'Answer' },
          ]}
        >
          <tbody>
            {documents.map((document) => (
              <Row
                key={`${document.documentId} ${document.candidateFor?.id}`}
                document={document}
                schedule={schedules?.find(({ id }) => id === document.scheduleId)}
                onAnswer={mayAnswer && ((decision) => setAnswering({ document, decision }))}
              />
            ))}
          </tbody>
        </Table>
      )}
      {lost.length > 0 && mayAnswer && (
        <p>
          {unknownTexts.lost}{' '}
          <Button loading={isBusy} onClick={() => start(see)}>
            I have seen these
          </Button>
        </p>
      )}
      {answering && (
        <AnswerDialog entityId={entityId} answering={answering} onClose={() => setAnswering(undefined)} />
      )}
    </section>
  );
}

interface RowProps {
  readonly document: Unknown;
  readonly schedule: { readonly id: string; readonly description: string } | undefined;
  readonly onAnswer: false | ((decision: Answering['decision']) => void);
}

function Row({ document, schedule, onAnswer }: RowProps) {
  const { date, contact, token, total, type, reason, xeroUrl } = document;
  const isLost = reason === 'lost-schedule';
  return (
    <tr>
      <td>{date === null ? '–' : showDate(date)}</td>
      <td>{contact || (type === 'MANUAL-JOURNAL' ? 'Manual journal' : '–')}</td>
      <td>
        {documentName(document)}
        <span className="muted">
          {isLost && ' · a schedule that is missing in Paydown'}
          {schedule && ` · ${schedule.description}`}
          {' · '}
        </span>
        <a href={xeroUrl} target="_blank" rel="noreferrer">
          View in Xero
        </a>
      </td>
      <td className="number">{total === null ? unknownTexts.unreadable : <Money dollars={total} />}</td>
      {onAnswer && (
        <td>
          <div className="unknown-answers">
            {!isLost && (
              <Button onClick={() => onAnswer('adopt')}>{token === null ? 'It is' : 'Keep it'}</Button>
            )}
            {token === null && <Button onClick={() => onAnswer('foreign')}>It is not</Button>}
          </div>
        </td>
      )}
    </tr>
  );
}
