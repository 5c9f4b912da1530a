/** The documents in Xero that members are asked about, on the entity's page. */
import { Button } from '@primer/react';
import { useState } from 'react';
import { refresh, useApi } from '../data/api.ts';
import { useMay } from '../data/account.ts';
import { change } from '../data/change.ts';
import { showDate } from '../ui/dates.ts';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { deferred } from '../ui/deferred.tsx';
import { type Answering, candidateName, type Unknown, unknownTexts } from './unknown-texts.ts';

const AnswerDialog = deferred(async () => (await import('./unknown-answer.tsx')).UnknownAnswer);

const ROUTE = 'GET /v1/entities/{entityId}/xero/unknown';

export function UnknownDocuments({ entityId }: { readonly entityId: string }) {
  const { data } = useApi(ROUTE, { params: { entityId } });
  const mayAnswer = useMay('edit schedules');
  const [answering, setAnswering] = useState<Answering>();
  const [isBusy, setBusy] = useState(false);
  if (!data || (!data.frozen && data.documents.length === 0)) return null;
  const { frozen, documents } = data;
  const lost = documents.filter(({ reason }) => reason === 'lost-schedule');
  const busily = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    await work().catch((error: unknown) => toast.failure(error, unknownTexts.failed));
    setBusy(false);
  };
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
          <Button loading={isBusy} onClick={() => void busily(() => refresh(ROUTE))}>
            Check again
          </Button>
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
            { label: 'Reference' },
            { label: 'Total', kind: 'number' },
            { label: 'It may be' },
            mayAnswer && { label: 'Answer' },
          ]}
        >
          <tbody>
            {documents.map((document) => (
              <Row
                key={`${document.documentId} ${document.candidateFor?.id}`}
                document={document}
                onAnswer={mayAnswer && ((decision) => setAnswering({ document, decision }))}
              />
            ))}
          </tbody>
        </Table>
      )}
      {lost.length > 0 && mayAnswer && (
        <p>
          {unknownTexts.lost}{' '}
          <Button loading={isBusy} onClick={() => void busily(see)}>
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
  readonly onAnswer: false | ((decision: Answering['decision']) => void);
}

function Row({ document, onAnswer }: RowProps) {
  const { date, contact, token, total, reason, candidateFor, xeroUrl } = document;
  const isOurs = reason === 'lost-schedule';
  return (
    <tr>
      <td>{showDate(date)}</td>
      <td>{contact || 'Manual journal'}</td>
      <td>
        <a href={xeroUrl} target="_blank" rel="noreferrer">
          {token ?? 'View in Xero'}
        </a>
      </td>
      <td className="number">
        <Money dollars={total} />
      </td>
      <td>{isOurs ? 'A schedule that is missing in Paydown' : candidateName(candidateFor)}</td>
      {onAnswer && (
        <td>
          {!isOurs && <Button onClick={() => onAnswer('adopt')}>{candidateFor ? 'It is' : 'Keep it'}</Button>}{' '}
          {token === null && <Button onClick={() => onAnswer('foreign')}>It is not</Button>}
        </td>
      )}
    </tr>
  );
}
