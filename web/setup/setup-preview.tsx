/** The accounts and journals that a set-up would create, and its progress. */
import { Button } from '@primer/react';
import { useEffect, useRef } from 'react';
import { useMay, usePlan } from '../data/account.ts';
import { counted } from '../data/counted.ts';
import { paths } from '../data/paths.ts';
import { PlanOffer } from '../plans/plan-offer.tsx';
import { showDate, showPeriod } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { SideTripLink } from '../ui/side-trip-link.tsx';
import { Bar } from '../ui/skeleton.tsx';
import type { ScheduleSummary } from '../data/answers.ts';
import { accountName, type LedgerAccount, nameOfAccount } from '../xero/account-fields.ts';
import { optionsText } from '../posting/line-tracking.ts';
import type { LoanSetup } from './set-up-loans.ts';
import { xeroTexts } from '../xero/texts.ts';

interface SetupPreviewProps {
  readonly setup: LoanSetup;
  readonly loans: readonly ScheduleSummary[];
  readonly accounts: readonly LedgerAccount[];
}

export function SetupPreview({ setup, loans, accounts }: SetupPreviewProps) {
  const { preview, failure, progress } = setup;
  const names = new Map(loans.map(({ id, description }) => [id, description]));
  // The balances and payments of a loan with a problem aren't known.
  const planned = loans.filter(({ id }) => !preview?.problems.some(({ scheduleId }) => scheduleId === id));
  const section = useRef<HTMLElement>(null);
  const isStarted = progress !== null;
  useEffect(() => {
    // On a narrow screen it stands below the form.
    if (isStarted) section.current?.scrollIntoView({ block: 'nearest' });
  }, [isStarted]);
  return (
    <section ref={section} className="card card-body set-up-preview" aria-label="What will be created">
      {failure !== null && <Notice tone="error">{failure}</Notice>}
      {progress === null && (
        <PlanLine needed={loans.filter(({ xeroSetup }) => xeroSetup === 'not-connected').length} />
      )}
      {progress && <ProgressLines progress={progress} minutesLeft={setup.minutesLeft} names={names} />}
      {preview === null && failure === null && (
        <p className="card-text muted">
          {setup.isRunning || setup.isComplete ? (
            <Bar width={20} />
          ) : (
            'Choose the accounts to see what will be created in Xero.'
          )}
        </p>
      )}
      {preview && progress === null && (
        <>
          {preview.problems.length > 0 && (
            <Notice tone="warning">
              <ul className="sync-failures">
                {preview.problems.map(({ scheduleId, message }) => (
                  <li key={scheduleId}>
                    {names.get(scheduleId)}: {message}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          <h2 className="set-up-title">Accounts to create</h2>
          {preview.accounts.length === 0 ? (
            <p className="card-text muted">None.</p>
          ) : (
            <ul className="set-up-list">
              {preview.accounts.map(({ code, name }) => (
                <li key={code}>{accountName({ code, name })}</li>
              ))}
            </ul>
          )}
          {planned.length > 0 && <h2 className="set-up-title">Opening balances</h2>}
          {planned.length > 0 && preview.journals.length === 0 && <p className="card-text muted">None.</p>}
          {preview.journals.map(({ scheduleId, date, lines }) => (
            <div key={scheduleId} className="set-up-journal">
              <strong>
                {names.get(scheduleId)}, {showDate(date)}
              </strong>
              <dl className="set-up-lines">
                {lines.map((line) => (
                  <div key={`${line.code ?? line.accountId} ${line.description}`}>
                    <dt>
                      {nameOf(line, accounts)}
                      {line.tracking.length > 0 && (
                        <span className="cell-detail">{optionsText(line.tracking)}</span>
                      )}
                    </dt>
                    <dd>
                      {formatDollars(Math.abs(line.amount))} {line.amount < 0 ? 'Cr' : 'Dr'}
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
          {planned.length > 0 && (
            <>
              <h2 className="set-up-title">First payments</h2>
              <FirstPayments payments={preview.payments} loans={planned} />
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The payments that the review offers next: those due up to today. */
function FirstPayments({
  payments,
  loans,
}: {
  readonly payments: NonNullable<LoanSetup['preview']>['payments'];
  readonly loans: readonly ScheduleSummary[];
}) {
  if (payments.length === 0) {
    const next = loans.flatMap(({ nextPayment }) => nextPayment?.paymentDate ?? []).toSorted()[0];
    return (
      <p className="card-text muted">None is due yet.{next && ` The next is due on ${showDate(next)}.`}</p>
    );
  }
  const names = new Map(loans.map(({ id, description }) => [id, description]));
  return (
    <>
      <p className="card-text muted">Due up to today. You review them before they are posted.</p>
      <dl className="set-up-lines">
        {payments.map(({ scheduleId, count, first, last, total }) => (
          <div key={scheduleId}>
            <dt>
              {names.get(scheduleId)}: {counted(count, 'payment')}, {showPeriod(first, last)}
            </dt>
            <dd>{formatDollars(total)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function nameOf(
  {
    code,
    accountId,
    description,
  }: {
    readonly code?: string | undefined;
    readonly accountId?: string | undefined;
    readonly description: string;
  },
  accounts: readonly LedgerAccount[],
): string {
  return nameOfAccount(accounts, accountId) ?? accountName({ code: code ?? '', name: description });
}

/** The connections that the set-up takes, or the specification's sentence when the plan has too few. */
function PlanLine({ needed }: { readonly needed: number }) {
  const plan = usePlan();
  const mayUpgrade = useMay('manage billing');
  if (!plan || needed === 0) return null;
  const { maxConnections: max, usageCountConnections: used } = plan;
  const loans = needed === 1 ? '1 loan takes 1 connection' : `${needed} loans take ${needed} connections`;
  const free = Math.max(0, max - used);
  if (needed > free) {
    const here = encodeURIComponent(location.pathname + location.search);
    return (
      <Notice
        tone="warning"
        action={
          mayUpgrade && (
            <Button as={SideTripLink} href={`${paths.billing}?plans=1&from=${here}`} size="small">
              Upgrade
            </Button>
          )
        }
      >
        {max === 0
          ? xeroTexts.planTooSmall
          : `${xeroTexts.limitExceeded} ${loans}; ${free} of ${max} are free.`}{' '}
        <PlanOffer plan={plan} />
      </Notice>
    );
  }
  return (
    <p className="card-text muted">
      {loans}; {free} of your plan’s {max} are free.
    </p>
  );
}

function ProgressLines({
  progress,
  minutesLeft,
  names,
}: {
  readonly progress: NonNullable<LoanSetup['progress']>;
  readonly minutesLeft: number | null;
  readonly names: ReadonlyMap<string, string>;
}) {
  const ready = progress.filter(({ status }) => status === 'ready').length;
  const failed = progress.filter(({ status }) => status === 'failed');
  return (
    <div role="status">
      <p className="card-text">
        {ready} of {progress.length} ready
        {minutesLeft !== null && xeroTexts.setUpPace(minutesLeft)}
      </p>
      <progress className="set-up-progress" value={ready} max={progress.length} aria-label="Progress" />
      {failed.length > 0 && (
        <Notice tone="error">
          <ul className="sync-failures">
            {failed.map(({ scheduleId, message }) => (
              <li key={scheduleId}>
                {names.get(scheduleId)}: {message}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
