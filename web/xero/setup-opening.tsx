/** The opening balances in the setup: as at a date, against one account. */
import { useState } from 'react';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { journalTotals } from '../../domain/gst/tax.ts';
import { areLiabilitiesMapped } from '../../domain/accounts/account-mapping.ts';
import { Money } from '../ui/money.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { accountName, type LedgerAccount } from './account-fields.ts';
import { emptyLine, journalBody, taxedLines, visible, withDifference } from './journal-lines.ts';
import { postJournal } from './post-journal.ts';
import { NO_BALANCES } from './no-balances.ts';
import { SetupLink } from './setup-link.tsx';
import { xeroTexts } from './texts.ts';
import type { Schedule } from '../data/answers.ts';
import { useTemplate } from './use-journal.ts';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

type Opening = ReturnType<typeof useOpening>;

/** Returns the journal of the setup: the contract's lines and one line that balances them, without GST. */
export function useOpening(params: Params, schedule: Schedule, accounts: readonly LedgerAccount[]) {
  const [date, setDate] = useState<string>();
  const [accountId, setAccountId] = useState('');
  const isPosted = schedule.openingBalanceJournalId !== null;
  const isPossible = areLiabilitiesMapped(schedule.xeroAccount) && !isPosted;
  const asked = date === undefined || isCalendarDate(date) ? date : null;
  const { data: template, isLoading } = useTemplate(params, isPossible ? asked : null);
  const fixed = template?.lineItems ?? [];
  const { outBy = 0 } = template ? journalTotals(taxedLines(fixed, []), 'NoTax', template.taxRates) : {};
  const account = accounts.find(({ id }) => id === accountId);
  const line = { ...emptyLine(), description: account?.name ?? '', accountId };
  const own = outBy === 0 ? [] : withDifference([line], outBy, 'NoTax', []);
  const isCurrent = template !== undefined && !isLoading && (date === undefined || date === template.date);
  return {
    isPosted,
    isPossible,
    template,
    fixed: visible(fixed),
    /** Dollars: what the other account takes, positive for a debit. */
    difference: -outBy / 100,
    date: date ?? template?.date ?? '',
    dateError: isCurrent && visible(fixed).length === 0 ? NO_BALANCES : undefined,
    setDate,
    accountId,
    setAccountId,
    isTyped: !isPosted && (date !== undefined || accountId !== ''),
    isPostable: isCurrent && accountId !== '' && own.length > 0,
    post: async (): Promise<void> => {
      if (!template) return;
      const { date: at, description: narration } = template;
      await postJournal(params, journalBody({ date: at, narration, lineAmountTypes: 'NoTax', fixed, own }));
    },
  };
}

interface SetupOpeningProps {
  readonly params: Params;
  readonly schedule: Schedule;
  readonly accounts: readonly LedgerAccount[];
  readonly opening: Opening;
}

export function SetupOpening({ params, schedule, accounts, opening }: SetupOpeningProps) {
  if (opening.isPosted) {
    return (
      <p className="setup-text">
        {schedule.openingBalanceJournalOutOfDate
          ? 'The posted journal is out of date.'
          : 'The opening balances are in Xero.'}{' '}
        <SetupLink page="openingJournal" params={params}>
          Replace the journal
        </SetupLink>
      </p>
    );
  }
  return (
    <>
      <p className="setup-text">
        Bring existing balances into Xero as at a date. Earlier payments won’t be posted.{' '}
        {opening.isPossible && (
          <SetupLink page="openingJournal" params={params}>
            More lines, GST or another narration
          </SetupLink>
        )}
      </p>
      {opening.isPossible ? (
        <OpeningFields accounts={accounts} opening={opening} />
      ) : (
        <p className="setup-text">Available once the four accounts are set.</p>
      )}
    </>
  );
}

interface OpeningFieldsProps {
  readonly accounts: readonly LedgerAccount[];
  readonly opening: Opening;
}

function OpeningFields({ accounts, opening }: OpeningFieldsProps) {
  const { template, fixed, difference } = opening;
  return (
    <>
      <div className="setup-fields">
        <DateField label="As at" value={opening.date} error={opening.dateError} onChange={opening.setDate} />
        <SelectField
          label="Balance against"
          hint="The account this loan is in today, for example 900 – Loan. At the start date: the asset at cost."
          choices={journalAccounts(accounts).map((account) => ({
            value: account.id,
            label: accountName(account),
          }))}
          value={opening.accountId}
          onChange={opening.setAccountId}
        />
      </div>
      {template && (
        <>
          <dl className="setup-lines">
            {fixed.map(({ description, accountId, amount }) => (
              <div key={accountId}>
                <dt>{description}</dt>
                <dd>
                  <Money dollars={Math.abs(amount)} /> {amount < 0 ? 'Cr' : 'Dr'}
                </dd>
              </div>
            ))}
            {difference !== 0 && (
              <div>
                <dt>{accounts.find(({ id }) => id === opening.accountId)?.name ?? 'Balance'}</dt>
                <dd>
                  <Money dollars={Math.abs(difference)} /> {difference < 0 ? 'Cr' : 'Dr'}
                </dd>
              </div>
            )}
          </dl>
          <p className="setup-text">
            Narration: {template.description}. {xeroTexts.narrationToken(template.token)}
          </p>
        </>
      )}
    </>
  );
}
