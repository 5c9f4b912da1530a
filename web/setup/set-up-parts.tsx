/** The parts of a connected loan's set-up, each with the page that changes it. */
import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { areLiabilitiesMapped } from '../../domain/accounts/account-mapping.ts';
import type { ScheduleSummary } from '../data/answers.ts';
import { paths, pathTo } from '../data/paths.ts';
import { showDate } from '../ui/dates.ts';
import { SideTripLink } from '../ui/side-trip-link.tsx';

interface SetUpPartsProps {
  readonly entityId: string;
  readonly loan: ScheduleSummary;
}

export function SetUpParts({ entityId, loan }: SetUpPartsProps) {
  const params = { entityId, scheduleId: loan.id };
  const hasLiabilities = areLiabilitiesMapped(loan.xeroAccount);
  return (
    <section className="card card-body set-up-parts" aria-label="Parts of the setup">
      <Part
        title="Liability accounts"
        state={hasLiabilities ? 'Set' : 'Not set yet'}
        isDone={hasLiabilities}
        action="Create accounts"
        href={pathTo(paths.createAccounts, params)}
      />
      <Part
        title="Account settings"
        state={settingsOf(loan)}
        isDone={loan.xeroSyncReady}
        action="Use existing accounts, auto sync"
        href={pathTo(paths.accountSettings, params)}
      />
      <Part
        title="Opening balances"
        state={openingOf(loan)}
        isDone={loan.openingBalanceJournalId !== null && !loan.openingBalanceJournalOutOfDate}
        action={
          loan.openingBalanceJournalId === null
            ? 'More lines, GST or another narration'
            : 'Replace the journal'
        }
        href={pathTo(paths.openingJournal, params)}
        isDisabled={!hasLiabilities}
      />
    </section>
  );
}

const settingsOf = ({ xeroSyncReady, autoSync }: ScheduleSummary): string => {
  if (!xeroSyncReady) return 'Incomplete';
  return autoSync ? 'Complete, with auto sync' : 'Complete, without auto sync';
};

const openingOf = ({
  openingBalanceJournalId,
  openingBalanceJournalDate,
  openingBalanceJournalOutOfDate,
}: ScheduleSummary): string => {
  if (openingBalanceJournalId === null) return 'Not in Xero';
  if (openingBalanceJournalOutOfDate) return 'The posted journal is out of date';
  return `In Xero as at ${showDate(openingBalanceJournalDate ?? '')}`;
};

interface PartProps {
  readonly title: string;
  readonly state: string;
  readonly isDone: boolean;
  readonly action: string;
  readonly href: string;
  readonly isDisabled?: boolean;
}

function Part({ title, state, isDone, action, href, isDisabled = false }: PartProps) {
  return (
    <div className="set-up-part">
      <span className="set-up-mark" data-done={isDone || undefined}>
        {isDone ? <CheckCircleFillIcon aria-label="Done" /> : <CircleIcon />}
      </span>
      <div>
        <h2 className="set-up-title">{title}</h2>
        <p className="card-text muted">{state}</p>
      </div>
      {!isDisabled && <SideTripLink href={href}>{action}</SideTripLink>}
    </div>
  );
}
