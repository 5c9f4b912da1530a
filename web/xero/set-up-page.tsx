/** Setting loans of an entity up in Xero: the choices on the left, what they would create on the right. */
import { CheckCircleIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import type { LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { BulkPosting } from '../posting/bulk-posting.tsx';
import { call, useApi } from '../data/api.ts';
import type { Entity, ScheduleSummary } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { HelpLink } from '../help/help-link.tsx';
import { today } from '../ui/dates.ts';
import { draftKeyOfPage } from '../ui/drafts.ts';
import { Empty } from '../ui/empty.tsx';
import { Flag } from '../ui/flag.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { MissingFields } from '../ui/missing-fields.tsx';
import { Page } from '../ui/page.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { useMedia } from '../ui/use-media.ts';
import { DateField } from '../ui/date-field.tsx';
import { accountName, type LedgerAccount, SHARED_FIELDS, SHARED_LABELS } from './account-fields.ts';
import { forgetLinked } from './just-linked.ts';
import { LinkedNotice } from './linked-notice.tsx';
import { preselected } from './preselected-accounts.ts';
import { type SetupRequest, useLoanSetup } from './set-up-loans.ts';
import { SetUpParts } from './set-up-parts.tsx';
import { SetupPreview } from './setup-preview.tsx';
import { xeroTexts } from './texts.ts';
import './set-up-page.css';

export function SetUpPage() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('schedules')?.split(',') ?? null;
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const { data: schedules } = useApi('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  const { data: accounts, error: accountsError } = useApi(
    'GET /v1/entities/{entityId}/accounts',
    entity?.hasXeroLink ? { params: { entityId } } : null,
  );
  useLoadFailure(error ?? accountsError, xeroTexts.loadAccounts);
  const loans = schedules
    ?.filter((loan) => (wanted === null ? isUnfinished(loan) : wanted.includes(loan.id)))
    .slice(0, AT_ONCE);
  const posted = useFirstPosted(entityId, loans);
  return (
    <Page
      title="Set up in Xero"
      documentTitle={
        entity && loans && `Set up ${loans.length === 1 ? namesOf(loans) : `loans of ${entity.name}`} in Xero`
      }
      above={[
        { label: 'All entities', href: paths.home },
        { label: entity?.name ?? '…', href: pathTo(paths.entity, { entityId }) },
      ]}
      subtitle={loans && namesOf(loans)}
    >
      {entity && <LinkedNotice entity={entity} />}
      {entity && loans && accounts && posted !== undefined ? (
        <Loans entity={entity} loans={loans} accounts={accounts} firstPosted={posted} />
      ) : (
        <div className="card">
          <TableSkeleton columns={2} rows={8} />
        </div>
      )}
    </Page>
  );
}

/** The form, for the loans that the page opened with; the parts of a single connected loan above it. */
function Loans({ entity, loans, accounts, firstPosted }: SetUpProps) {
  const [chosen] = useState(loans);
  if (chosen.length === 0) return <NoLoans entityId={entity.id} />;
  const [first, ...others] = chosen;
  const single = others.length === 0 ? first : undefined;
  const current = loans.find(({ id }) => id === single?.id);
  return (
    <>
      {current?.xeroConnected && <SetUpParts entityId={entity.id} loan={current} />}
      {!(single && isSetUp(single)) && (
        <SetUp entity={entity} loans={chosen} accounts={accounts} firstPosted={firstPosted} />
      )}
    </>
  );
}

function NoLoans({ entityId }: { readonly entityId: string }) {
  return (
    <div className="card">
      <Empty
        icon={CheckCircleIcon}
        title="Nothing to set up"
        action={
          <Button as={Link} href={pathTo(paths.entity, { entityId })}>
            Show the schedules
          </Button>
        }
      >
        No loan of this entity waits for its setup.
      </Empty>
    </div>
  );
}

/** The most loans that one set-up takes. */
const AT_ONCE = 50;

const isUnfinished = ({ xeroSetup, archived }: ScheduleSummary): boolean =>
  !archived && ['not-connected', 'incomplete'].includes(xeroSetup);

/** Whether a loan has its accounts and its opening balances: what may still change has pages of its own. */
const isSetUp = ({ xeroSyncReady, openingBalanceJournalId }: ScheduleSummary): boolean =>
  xeroSyncReady && openingBalanceJournalId !== null;

function namesOf(loans: readonly ScheduleSummary[]): string {
  const names = loans.slice(0, 3).map(({ description }) => description);
  const more = loans.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

const MODES: readonly { value: LiabilityMode; label: string; hint: string }[] = [
  {
    value: 'each',
    label: 'One set for each loan',
    hint: 'Four accounts a loan: payments remaining and unexpired charges, current and non-current.',
  },
  { value: 'shared', label: 'One set for all', hint: 'Four accounts that the loans share.' },
  {
    value: 'net',
    label: 'One net account a loan',
    hint: 'What is owed less the interest to come. The year end’s journal splits it.',
  },
];

interface SetUpProps {
  readonly entity: Entity;
  readonly loans: readonly ScheduleSummary[];
  readonly accounts: readonly LedgerAccount[];
  /** The date of the earliest payment that is in Xero without opening balances; null for none. */
  readonly firstPosted: string | null;
}

/** Returns `firstPosted` once it is read. */
function useFirstPosted(entityId: string, loans: readonly ScheduleSummary[] | undefined) {
  const [first, setFirst] = useState<string | null>();
  const begun = loans
    ?.filter((loan) => loan.xeroDocuments > 0 && loan.openingBalanceJournalId === null)
    .map(({ id }) => id)
    .join(',');
  useEffect(() => {
    const read = async (ids: readonly string[]): Promise<void> => {
      const schedules = await Promise.all(
        ids.map(async (scheduleId) => call(SCHEDULE, { params: { entityId, scheduleId } })),
      );
      const payments = schedules.flatMap(({ schedulePayments }) => schedulePayments);
      const dates = payments.flatMap((each) => (each.xeroSynchronized ? each.paymentDate : []));
      setFirst(dates.toSorted()[0] ?? null);
    };
    if (begun !== undefined) {
      // Without the date the preview says which payment is in the way.
      read(begun === '' ? [] : begun.split(',')).catch(() => setFirst(null));
    }
  }, [entityId, begun]);
  return first;
}

const SCHEDULE = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';

/** The date from which payments are posted: the last 30 June for a running contract, its start for a new one. */
function usualDate(loans: readonly ScheduleSummary[], firstPosted: string | null): string {
  const starts = loans.map(({ startDate }) => startDate).toSorted();
  const now = today();
  const year = Number(now.slice(0, 4)) - (now.slice(5) < '06-30' ? 1 : 0);
  const yearEnd = `${year}-06-30`;
  const first = starts[0] ?? now;
  const usual = first > yearEnd ? first : yearEnd;
  return firstPosted !== null && firstPosted < usual ? firstPosted : usual;
}

interface SetupForm {
  readonly mapping: ReturnType<typeof preselected>;
  readonly liability: LiabilityMode;
  readonly hasOpening: boolean;
  readonly date: string;
  readonly accountId: string;
  readonly autoSync: boolean;
}

/** The choices, kept in this tab: they survive the way to a plan and back. */
function useSetupForm(start: () => SetupForm) {
  const [key] = useState(() => `${draftKeyOfPage()} ${location.search}`);
  const [form, setForm] = useState(() => {
    const kept = sessionStorage.getItem(key);
    return kept === null ? start() : (JSON.parse(kept) as SetupForm);
  });
  return {
    form,
    change: (changes: Partial<SetupForm>) => {
      const next = { ...form, ...changes };
      sessionStorage.setItem(key, JSON.stringify(next));
      setForm(next);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

function SetUp({ entity, loans, accounts, firstPosted }: SetUpProps) {
  const [, navigate] = useLocation();
  const [first, ...others] = loans;
  const single = others.length === 0 ? first : undefined;
  const { form, change, forget } = useSetupForm(() => ({
    mapping: preselected(single?.xeroAccount ?? EMPTY, accounts, entity.defaultAccounts),
    liability: 'each',
    hasOpening: true,
    date: usualDate(loans, firstPosted),
    accountId: '',
    autoSync: loans.every((loan) => loan.autoSync),
  }));
  const { mapping, liability, hasOpening, date, accountId, autoSync } = form;
  const [ready, setReady] = useState<readonly string[]>([]);
  const missing = [
    ...SHARED_FIELDS.filter((field) => !mapping[field]).map((field) => SHARED_LABELS[field]),
    ...(hasOpening && accountId === '' ? ['Balance against'] : []),
    ...(hasOpening && !isCalendarDate(date) ? ['As at'] : []),
  ];
  const request: SetupRequest | null = useMemo(() => {
    const { bankAccountId, interestExpenseAccountId, administrationFeeId } = mapping;
    const isComplete = bankAccountId && interestExpenseAccountId && administrationFeeId;
    const isOpeningSet = !hasOpening || (accountId !== '' && isCalendarDate(date));
    if (!isComplete || !isOpeningSet) return null;
    return {
      scheduleIds: loans.map(({ id }) => id),
      bankAccountId,
      interestExpenseAccountId,
      administrationFeeId,
      liability,
      opening: hasOpening ? { date, accountId } : null,
      autoSync,
    };
  }, [mapping, hasOpening, accountId, date, loans, liability, autoSync]);
  const setup = useLoanSetup(entity.id, request, setReady);
  const { preview, isRunning, start } = setup;
  // In one column the preview stands before the button.
  const isNarrow = useMedia('(width < 1012px)');
  const outcome = <SetupPreview setup={setup} loans={loans} accounts={accounts} />;
  const entityId = entity.id;
  const isDone = ready.length > 0;
  const back = (): void => {
    forget();
    navigate(
      single
        ? pathTo(paths.schedule, { entityId, scheduleId: single.id })
        : pathTo(paths.entity, { entityId }),
    );
  };
  return (
    <div className="set-up">
      {!isDone && (
        <form
          className="card card-body"
          onSubmit={(event) => {
            event.preventDefault();
            forgetLinked();
            start();
          }}
        >
          {SHARED_FIELDS.map((field) => (
            <SelectField
              key={field}
              label={SHARED_LABELS[field]}
              required
              choices={accountChoices(field, accounts).map((account) => ({
                value: account.id,
                label: accountName(account),
              }))}
              value={mapping[field] ?? ''}
              onChange={(id) => change({ mapping: { ...mapping, [field]: id } })}
            />
          ))}
          <RadioField
            label="Liability accounts"
            choices={MODES}
            value={liability}
            onChange={(mode) => change({ liability: mode })}
          />
          <Flag
            label="Opening balances"
            hint={
              <>
                Brings what is owed on a date into the liability accounts. Earlier payments are not posted.{' '}
                <HelpLink page="opening-balances">About opening balances</HelpLink>
              </>
            }
            checked={hasOpening}
            disabled={isRunning}
            onChange={(checked) => change({ hasOpening: checked })}
          />
          {hasOpening && (
            <>
              <DateField label="As at" required value={date} onChange={(typed) => change({ date: typed })} />
              <SelectField
                label="Balance against"
                hint="The account this loan is in today, for example 900 – Loan. At the start date: the asset at cost."
                required
                choices={journalAccounts(accounts).map((account) => ({
                  value: account.id,
                  label: accountName(account),
                }))}
                value={accountId}
                onChange={(id) => change({ accountId: id })}
              />
            </>
          )}
          <Flag
            label="Auto sync"
            hint="Posts each payment on its due date, from the opening balances on, or else from today."
            checked={autoSync}
            disabled={isRunning}
            onChange={(checked) => change({ autoSync: checked })}
          />
          <MissingFields labels={missing} />
          {isNarrow && outcome}
          <div className="form-actions">
            <Button type="submit" variant="primary" disabled={preview === null} loading={isRunning}>
              Set up and post
            </Button>
            <Button onClick={back}>Cancel</Button>
          </div>
        </form>
      )}
      {(!isNarrow || isDone) && outcome}
      {isDone && <BulkPosting choice={{ scheduleIds: [...ready] }} onClose={back} />}
    </div>
  );
}

const EMPTY = {
  bankAccountId: null,
  interestExpenseAccountId: null,
  administrationFeeId: null,
  hirePurchaseCurrentId: null,
  hirePurchaseNonCurrentId: null,
  unexpiredChargesCurrentId: null,
  unexpiredChargesNonCurrentId: null,
};
