import { Button } from '@primer/react';
import { useState } from 'react';
import { NO_ADJUSTMENT } from '../../domain/reports/adjusting-journal.ts';
import type { Input } from '../../functions/client/route-client.ts';
import { call, useApi, type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { messageOf } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { showDate } from '../ui/dates.ts';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useUnseen } from '../ui/use-unseen.ts';
import { useMay } from '../data/account.ts';
import { accountChoicesOf, type LedgerAccount } from '../xero/account-fields.ts';
import { JournalDocument } from './journal-document.tsx';
import type { ReportQuery } from './report-query.ts';
import { reportTexts } from './texts.ts';
import { useShown } from './use-shown.ts';
import './journal.css';

export const POST = 'POST /v1/entities/{entityId}/reports/journal';
export const PREVIEW = 'POST /v1/entities/{entityId}/reports/journal/preview';

const KINDS = [
  ['current-non-current', 'Current and non-current by date'],
  ['single-account-split', 'Move the non-current part of loans kept in one account'],
  ['accrued-interest', 'Accrued interest'],
] as const;
type Kind = (typeof KINDS)[number][0];
export type Journals = Answer<typeof POST>;
type PostInput = Input<typeof POST>;

/** Adjusting journals: chosen, shown as they will post, and posted. */
export function JournalSection({ query }: { readonly query: ReportQuery }) {
  const { date, entityId, allCurrent } = query;
  const maySync = useMay('sync payments');
  const [kinds, setKinds] = useState<readonly Kind[]>(['current-non-current']);
  const [reverse, setReverse] = useState(true);
  const [chosen, setChosen] = useState({ hirePurchaseId: '', unexpiredChargesId: '' });
  const [error, setError] = useState<string>();
  const reportUnseen = useUnseen();
  const { data: accounts = [] } = useApi(
    'GET /v1/entities/{entityId}/accounts',
    entityId === undefined ? null : { params: { entityId } },
  );
  const isAlways = kinds.includes('current-non-current');
  const hasAccounts = chosen.hirePurchaseId !== '' && chosen.unexpiredChargesId !== '';
  const input: PostInput = {
    params: { entityId: entityId ?? '' },
    body: {
      date,
      kinds: [...kinds],
      reverse: isAlways || reverse,
      allCurrent: allCurrent ? allCurrent.split(',') : [],
      nonCurrentAccounts: hasAccounts && kinds.includes('single-account-split') ? chosen : null,
    },
  };
  const [shown, show] = useShown<PostInput, Journals>(input);
  const fail = (problem: unknown): void => setError(messageOf(problem, reportTexts.journal));
  const previewing = useAction(async () => {
    setError(undefined);
    show({ input, answer: await call(PREVIEW, input) });
  }, fail);
  const posting = useAction(
    async (previewed: PostInput, { revision }: Journals) => {
      setError(undefined);
      const { params, body } = previewed;
      show({ input: previewed, answer: await change(POST, { params, body: { ...body, revision } }) });
      toast.success(reportTexts.journalPosted);
    },
    (problem) => {
      fail(problem);
      reportUnseen([messageOf(problem, reportTexts.journal)]);
    },
  );
  if (entityId === undefined) return null;
  if (!maySync) return <p className="card-body card-text">{reportTexts.journalRole}</p>;
  const post = async (): Promise<void> => {
    if (shown === null) return;
    const isSure = await confirm({
      title: 'Post to Xero?',
      body: reportTexts.journalConfirm(showDate(date)),
      action: 'Post',
    });
    if (isSure) posting.start(shown.input, shown.answer);
  };
  const isOpen = shown?.answer.documents.some(({ xeroSynchronized }) => !xeroSynchronized) ?? false;
  return (
    <div className="card-body journal-section">
      <JournalKinds
        date={date}
        kinds={kinds}
        reverse={reverse}
        onChange={(next) => {
          setKinds(next.kinds);
          setReverse(next.reverse);
        }}
      />
      {kinds.includes('single-account-split') && (
        <NonCurrentFields accounts={accounts} chosen={chosen} onChange={setChosen} />
      )}
      <div className="journal-actions">
        <Button disabled={kinds.length === 0} loading={previewing.isBusy} onClick={previewing.start}>
          Preview
        </Button>
        <Button
          variant="primary"
          disabled={!isOpen || previewing.isBusy}
          loading={posting.isBusy}
          onClick={() => void post()}
        >
          Post to Xero
        </Button>
      </div>
      {error && <Notice tone="error">{error}</Notice>}
      {shown && <ShownJournals journals={shown.answer} accounts={accounts} />}
    </div>
  );
}

/** The journals to post. */
export interface JournalChoice {
  readonly kinds: readonly Kind[];
  readonly reverse: boolean;
}

interface JournalKindsProps extends JournalChoice {
  readonly date: string;
  readonly onChange: (choice: JournalChoice) => void;
}

/** The kinds of journals, and whether they are reversed. Later payments reclassify what the first kind does. */
export function JournalKinds({ date, kinds, reverse, onChange }: JournalKindsProps) {
  const isAlways = kinds.includes('current-non-current');
  return (
    <fieldset className="journal-kinds">
      <legend className="field-label">Journals at {showDate(date)}</legend>
      {KINDS.map(([kind, label]) => (
        <label key={kind} className="report-check">
          <input
            type="checkbox"
            checked={kinds.includes(kind)}
            onChange={({ currentTarget }) =>
              onChange({
                kinds: currentTarget.checked ? [...kinds, kind] : kinds.filter((each) => each !== kind),
                reverse,
              })
            }
          />
          {label}
        </label>
      ))}
      <label className="report-check">
        <input
          type="checkbox"
          checked={isAlways || reverse}
          disabled={isAlways}
          onChange={({ currentTarget }) => onChange({ kinds, reverse: currentTarget.checked })}
        />
        Reverse on the next day
      </label>
    </fieldset>
  );
}

interface ShownJournalsProps {
  readonly journals: Journals;
  readonly accounts: readonly LedgerAccount[];
}

/** The journals of one entity as they will post, with what stands in their way. That nothing is needed is no warning. */
export function ShownJournals({ journals: { documents, warnings }, accounts }: ShownJournalsProps) {
  const isQuiet = (text: string): boolean => text.endsWith(NO_ADJUSTMENT);
  const loud = warnings.filter((text) => !isQuiet(text));
  return (
    <>
      {loud.length > 0 && (
        <Notice tone={documents.length > 0 ? 'warning' : 'info'}>
          <ul className="journal-warnings">
            {loud.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.filter(isQuiet).map((text) => (
        <p key={text} className="card-text">
          {text}
        </p>
      ))}
      {documents.map((document) => (
        <JournalDocument key={`${document.kind} ${document.date}`} document={document} accounts={accounts} />
      ))}
    </>
  );
}

interface NonCurrentFieldsProps {
  readonly accounts: readonly LedgerAccount[];
  readonly chosen: { readonly hirePurchaseId: string; readonly unexpiredChargesId: string };
  readonly onChange: (chosen: NonCurrentFieldsProps['chosen']) => void;
}

function NonCurrentFields({ accounts, chosen, onChange }: NonCurrentFieldsProps) {
  const choices = [
    { value: '', label: 'As other loans of the entity' },
    ...accountChoicesOf(accounts.filter((account) => account.class === 'LIABILITY' && !account.isArchived)),
  ];
  return (
    <div className="form-row">
      <SelectField
        label="Hire purchase, non-current"
        choices={choices}
        value={chosen.hirePurchaseId}
        onChange={(hirePurchaseId) => onChange({ ...chosen, hirePurchaseId })}
      />
      <SelectField
        label="Unexpired charges, non-current"
        choices={choices}
        value={chosen.unexpiredChargesId}
        onChange={(unexpiredChargesId) => onChange({ ...chosen, unexpiredChargesId })}
      />
    </div>
  );
}
