import { Button } from '@primer/react';
import { useState } from 'react';
import type { Input } from '../../functions/client/route-client.ts';
import { useMay } from '../data/account.ts';
import { call } from '../data/api.ts';
import { change } from '../data/change.ts';
import { counted } from '../data/counted.ts';
import { messageOf } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/dates.ts';
import { Notice } from '../ui/notice.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnseen } from '../ui/use-unseen.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';
import {
  JournalKinds,
  type JournalChoice,
  type Journals,
  POST,
  PREVIEW,
  ShownJournals,
} from './journal-section.tsx';
import type { ReportQuery } from './report-query.ts';
import type { Loan } from './section-table.tsx';
import { reportTexts } from './texts.ts';
import { useShown } from './use-shown.ts';
import './journal.css';

/** The journals of one entity, or why there are none. */
interface OfEntity {
  readonly entityId: string;
  readonly name: string;
  readonly journals: Journals | null;
  readonly accounts: readonly LedgerAccount[];
  readonly failure: string | null;
}

type Entity = Pick<OfEntity, 'entityId' | 'name'>;
type JournalBody = Input<typeof POST>['body'];

interface AllJournalsProps {
  readonly query: ReportQuery;
  readonly loans: readonly Loan[];
}

const openIn = ({ journals }: OfEntity): number =>
  journals?.documents.filter(({ xeroSynchronized }) => !xeroSynchronized).length ?? 0;

/** The adjusting journals of all entities in one preview, posted entity by entity: a failure stops no other. */
export function AllJournalsSection({ query: { date, allCurrent }, loans }: AllJournalsProps) {
  const maySync = useMay('sync payments');
  const [choice, setChoice] = useState<JournalChoice>({ kinds: ['current-non-current'], reverse: true });
  const [done, setDone] = useState<number | null>(null);
  const reportUnseen = useUnseen();
  const entities = entitiesOf(loans);
  const body: JournalBody = {
    date,
    kinds: [...choice.kinds],
    reverse: choice.kinds.includes('current-non-current') || choice.reverse,
    allCurrent: allCurrent ? allCurrent.split(',') : [],
    nonCurrentAccounts: null,
  };
  const [current, show] = useShown<JournalBody, readonly OfEntity[]>(body);
  const shown = current?.answer ?? [];
  const preview = async (entity: Entity): Promise<OfEntity> => {
    const params = { entityId: entity.entityId };
    try {
      const journals = await call(PREVIEW, { params, body });
      const accounts =
        journals.documents.length > 0 ? await call('GET /v1/entities/{entityId}/accounts', { params }) : [];
      return { ...entity, journals, accounts, failure: null };
    } catch (error) {
      return { ...entity, journals: null, accounts: [], failure: messageOf(error, reportTexts.journal) };
    }
  };
  const fail = (error: unknown): void => {
    setDone(null);
    toast.failure(error, reportTexts.journal);
  };
  const previewing = useAction(async () => {
    const found: OfEntity[] = [];
    show({ input: body, answer: [] });
    for (const entity of entities) {
      setDone(found.length);
      found.push(await preview(entity));
    }
    show({ input: body, answer: found });
    setDone(null);
  }, fail);
  const posting = useAction(async (asked: JournalBody, previewed: readonly OfEntity[]) => {
    const after: OfEntity[] = [];
    for (const one of previewed) {
      setDone(after.length);
      after.push(openIn(one) === 0 ? one : await post(one, asked));
      show({ input: asked, answer: [...after, ...previewed.slice(after.length)] });
    }
    setDone(null);
    reportUnseen(after.flatMap(({ name, failure }) => (failure === null ? [] : `${name}: ${failure}`)));
    if (after.every(({ failure }) => failure === null)) toast.success(reportTexts.journalPosted);
  }, fail);
  if (!maySync) return <p className="card-body card-text">{reportTexts.journalRole}</p>;
  const open = shown.reduce((sum, one) => sum + openIn(one), 0);
  const confirmAndPost = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Post ${counted(open, 'journal')} to Xero?`,
      body: reportTexts.journalConfirm(showDate(date)),
      action: 'Post',
    });
    if (isSure && current !== null) posting.start(current.input, current.answer);
  };
  return (
    <div className="card-body journal-section">
      <JournalKinds date={date} {...choice} onChange={setChoice} />
      <div className="journal-actions">
        <Button
          disabled={choice.kinds.length === 0 || posting.isBusy}
          loading={previewing.isBusy}
          onClick={previewing.start}
        >
          Preview all {counted(entities.length, 'entity', 'entities')}
        </Button>
        <Button
          variant="primary"
          disabled={open === 0 || previewing.isBusy}
          loading={posting.isBusy}
          onClick={() => void confirmAndPost()}
        >
          {open === 0 ? 'Post to Xero' : `Post ${counted(open, 'journal')}`}
        </Button>
        {done !== null && (
          <span className="card-text" role="status">
            {done} of {counted(entities.length, 'entity', 'entities')}
          </span>
        )}
      </div>
      {shown.map(({ entityId, name, journals, accounts, failure }) => (
        <section key={entityId} className="journal-entity" aria-label={name}>
          <h2 className="card-title">{name}</h2>
          {failure !== null && <Notice tone="error">{failure}</Notice>}
          {journals && <ShownJournals journals={journals} accounts={accounts} />}
        </section>
      ))}
    </div>
  );
}

/** Posts the journals of one entity; after a failure they stay as they were shown, with the reason. */
async function post(one: OfEntity, body: JournalBody): Promise<OfEntity> {
  const revision = one.journals?.revision;
  try {
    const journals = await change(POST, {
      params: { entityId: one.entityId },
      body: { ...body, revision },
    });
    return { ...one, journals, failure: null };
  } catch (error) {
    return { ...one, failure: messageOf(error, reportTexts.journal) };
  }
}

function entitiesOf(loans: readonly Loan[]): Entity[] {
  const names = new Map(loans.map(({ entityId, entityName }) => [entityId, entityName]));
  return [...names].map(([entityId, name]) => ({ entityId, name }));
}
