/** Setting loans of an entity up in Xero: those that wait for it, with the parts of a single connected one. */
import { CheckCircleIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { Link, useParams, useSearchParams } from 'wouter';
import { MAX_SETUP_LOANS } from '../../domain/accounts/setup-plan.ts';
import { call, useApi } from '../data/api.ts';
import type { ScheduleSummary } from '../data/answers.ts';
import { isUnfinished } from '../data/is-unfinished.ts';
import { paths, pathTo } from '../data/paths.ts';
import { usePreview } from '../data/use-preview.ts';
import { entityCrumbs } from '../ui/crumbs.ts';
import { Empty } from '../ui/empty.tsx';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { LinkedNotice } from '../xero/linked-notice.tsx';
import { Held } from './held.tsx';
import { SetUpForm } from './set-up-form.tsx';
import { SetUpParts } from './set-up-parts.tsx';
import { xeroTexts } from '../xero/texts.ts';
import type { SetUpFormProps } from './use-set-up-form.ts';
import './set-up-page.css';

export function SetUpPage() {
  const { entityId = '' } = useParams();
  const [parameters] = useSearchParams();
  const wanted = parameters.get('schedules')?.split(',') ?? null;
  const { data: entity, error } = useApi('GET /v1/entities/{entityId}', { params: { entityId } });
  const { data: schedules, error: schedulesError } = useApi('GET /v1/entities/{entityId}/schedules', {
    params: { entityId },
  });
  const { data: accounts, error: accountsError } = useApi(
    'GET /v1/entities/{entityId}/accounts',
    entity?.hasXeroLink ? { params: { entityId } } : null,
  );
  useLoadFailure(error ?? schedulesError ?? accountsError, xeroTexts.loadAccounts);
  const loans = schedules
    ?.filter((loan) => (wanted === null ? isUnfinished(loan) : wanted.includes(loan.id)))
    .slice(0, MAX_SETUP_LOANS);
  const posted = useFirstPosted(entityId, loans);
  return (
    <Page
      title="Set up in Xero"
      documentTitle={
        entity && loans && `Set up ${loans.length === 1 ? namesOf(loans) : `loans of ${entity.name}`} in Xero`
      }
      above={entityCrumbs(entityId, entity)}
      subtitle={loans && namesOf(loans)}
    >
      {entity && <LinkedNotice entity={entity} />}
      {entity && loans && accounts && posted !== undefined ? (
        <Held key={wanted?.join(',')} value={loans}>
          {(chosen) => (
            <Loans entity={entity} loans={loans} chosen={chosen} accounts={accounts} firstPosted={posted} />
          )}
        </Held>
      ) : (
        <CardSkeleton columns={2} rows={8} />
      )}
    </Page>
  );
}

interface LoansProps extends SetUpFormProps {
  /** The loans of the form, which stay as they were when the first choice was made. */
  readonly chosen: readonly ScheduleSummary[];
}

/** The form; the parts of a single connected loan above it. */
function Loans({ entity, loans, chosen, accounts, firstPosted }: LoansProps) {
  if (chosen.length === 0) return <NoLoans entityId={entity.id} />;
  const [first, ...others] = chosen;
  const single = others.length === 0 ? first : undefined;
  const current = loans.find(({ id }) => id === single?.id);
  return (
    <>
      {current?.xeroConnected && <SetUpParts entityId={entity.id} loan={current} />}
      {!(single && isSetUp(single)) && (
        <SetUpForm entity={entity} loans={chosen} accounts={accounts} firstPosted={firstPosted} />
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

/** Whether a loan has its accounts and its opening balances: what may still change has pages of its own. */
const isSetUp = ({ xeroSyncReady, openingBalanceJournalId }: ScheduleSummary): boolean =>
  xeroSyncReady && openingBalanceJournalId !== null;

function namesOf(loans: readonly ScheduleSummary[]): string {
  const names = loans.slice(0, 3).map(({ description }) => description);
  const more = loans.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}

/** Returns `firstPosted`, once it is read; without it the preview says which payment is in the way. */
function useFirstPosted(entityId: string, loans: readonly ScheduleSummary[] | undefined) {
  const ids = loans
    ?.filter((loan) => loan.xeroDocuments > 0 && loan.openingBalanceJournalId === null)
    .map(({ id }) => id);
  const { preview, error } = usePreview(ids ? { entityId, ids } : null, readFirstPosted);
  return error ? null : preview?.first;
}

interface Begun {
  readonly entityId: string;
  readonly ids: readonly string[];
}

/** Reads the date of the first payment in Xero of some loans; null for none. */
async function readFirstPosted({ entityId, ids }: Begun): Promise<{ readonly first: string | null }> {
  const schedules = await Promise.all(
    ids.map((scheduleId) =>
      call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params: { entityId, scheduleId } }),
    ),
  );
  const payments = schedules.flatMap(({ schedulePayments }) => schedulePayments);
  const dates = payments.flatMap((each) => (each.xeroSynchronized ? each.paymentDate : []));
  return { first: dates.toSorted()[0] ?? null };
}
