/** The choices of a set-up on the left, what they would create on the right. */
import { useState } from 'react';
import { useLocation } from 'wouter';
import { accountChoices } from '../../domain/accounts/account-choices.ts';
import { journalAccounts } from '../../domain/accounts/ledger-account.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import type { LiabilityMode } from '../../domain/accounts/setup-plan.ts';
import { paths, pathTo } from '../data/paths.ts';
import { HelpLink } from '../help/help-link.tsx';
import { BulkPosting } from '../posting/bulk-posting.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Flag } from '../ui/flag.tsx';
import { FormActions } from '../ui/form-actions.tsx';
import { MissingFields } from '../ui/missing-fields.tsx';
import { RadioField } from '../ui/radio-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useMedia } from '../ui/use-media.ts';
import { accountChoicesOf, SHARED_FIELDS, SHARED_LABELS } from '../xero/account-fields.ts';
import { forgetLinked } from '../xero/just-linked.ts';
import { IncludesDate } from './includes-date.tsx';
import { rememberChoices } from './loan-choices.ts';
import { LoanRows } from './loan-rows.tsx';
import { OwnTracking } from './own-tracking.tsx';
import { useTracking } from '../xero/tracking-selects.tsx';
import { type SetupPlan, useLoanSetup } from './set-up-loans.ts';
import { SetUpPurchases } from './set-up-purchases.tsx';
import { SetupPreview } from './setup-preview.tsx';
import { type SetUpFormProps, useSetUpForm } from './use-set-up-form.ts';

const MODES: readonly { value: LiabilityMode | 'usual'; label: string; hint?: string }[] = [
  {
    value: 'usual',
    label: 'By kind of contract',
    hint: 'Four accounts for each hire purchase and chattel mortgage, one for each loan and premium funding.',
  },
  {
    value: 'each',
    label: 'Hire purchase method: four accounts for each loan',
    hint: 'Payments remaining and unexpired charges, current and non-current.',
  },
  { value: 'shared', label: 'Hire purchase method: the same four for all' },
  {
    value: 'net',
    label: 'Bank loan method: one account for each loan',
    hint: 'What is owed less the interest to come. The year end’s journal splits it.',
  },
];

export function SetUpForm(props: SetUpFormProps) {
  const { entity, loans, accounts } = props;
  const [, navigate] = useLocation();
  const leave = useLeave();
  const [single, ...others] = loans;
  const form = useSetUpForm(props);
  const { choices, common, change, changeAll, changeLoan, choicesFor, taken, needsAccount } = form;
  const { notice, missing, request } = form;
  const { mapping, hasOpening, date, includesDate, autoSync, tracking } = choices;
  const { data: tracked } = useTracking(entity.id, entity.hasXeroLink);
  const [ready, setReady] = useState<readonly string[]>([]);
  const setup = useLoanSetup(entity.id, request, (ids) => {
    if (ids.length > 0) {
      leave();
      rememberChoices(entity.id, choices, taken);
    }
    setReady(ids);
  });
  const { preview, isRunning, start } = setup;
  const asked = useAsked(preview, date);
  // In one column the preview stands before the button.
  const isNarrow = useMedia('(width < 1012px)');
  const outcome = <SetupPreview setup={setup} loans={taken} accounts={accounts} />;
  const entityId = entity.id;
  const isDone = ready.length > 0;
  const back = (): void => {
    navigate(
      single && others.length === 0
        ? pathTo(paths.schedule, { entityId, scheduleId: single.id })
        : pathTo(paths.entity, { entityId }),
    );
  };
  return (
    <div className="set-up">
      {!isDone && others.length > 0 && (
        <LoanRows
          loans={loans}
          choicesFor={choicesFor}
          openingDate={hasOpening ? date : null}
          banks={accountChoicesOf(accountChoices('bankAccountId', accounts))}
          contras={accountChoicesOf(journalAccounts(accounts))}
          tracking={tracked}
          onChange={changeLoan}
        />
      )}
      {!isDone && (
        <form
          className="card card-body"
          onSubmit={(event) => {
            event.preventDefault();
            forgetLinked();
            start();
          }}
        >
          {notice}
          {single && others.length === 0 && (
            <TextField
              label="Lender"
              hint={`The contact of the payments in Xero. Without it, the contact is called “${single.description}”.`}
              value={choicesFor(single).lender}
              onChange={(lender) => changeLoan(single.id, { lender })}
            />
          )}
          {SHARED_FIELDS.map((field) => (
            <SelectField
              key={field}
              label={SHARED_LABELS[field]}
              required
              choices={accountChoicesOf(accountChoices(field, accounts))}
              value={(field === 'bankAccountId' ? common.bankAccountId : mapping[field]) ?? ''}
              onChange={(id) => {
                const changes = { mapping: { ...mapping, [field]: id } };
                if (field === 'bankAccountId') changeAll(field, changes);
                else change(changes);
              }}
            />
          ))}
          <RadioField
            label="Liability accounts"
            choices={MODES}
            value={common.liability}
            onChange={(mode) => changeAll('liability', { liability: mode })}
          />
          <Flag
            label="Opening balances"
            hint={
              <>
                Brings what is owed at a date into the liability accounts. What is in them isn’t posted.{' '}
                <HelpLink page="opening-balances">About opening balances</HelpLink>
              </>
            }
            checked={hasOpening}
            disabled={isRunning}
            onChange={(checked) => change({ hasOpening: checked })}
          />
          {hasOpening && (
            <>
              <DateField
                label="As at"
                hint="What was owed at the end of this day. Later payments are posted."
                required
                value={date}
                onChange={(typed) => change({ date: typed, includesDate: undefined })}
              />
              {isCalendarDate(date) && asked > 0 && (
                <IncludesDate
                  date={date}
                  loans={asked}
                  value={includesDate ?? true}
                  onChange={(answer) => change({ includesDate: answer })}
                />
              )}
              <SetUpPurchases entityId={entityId} loans={loans} date={date} />
              {needsAccount && (
                <SelectField
                  label="Balance against"
                  hint="The account this loan is in today, for example 900 – Loan. At the start date: the asset at cost."
                  required
                  choices={accountChoicesOf(journalAccounts(accounts))}
                  value={common.openingAccountId}
                  onChange={(id) => changeAll('openingAccountId', { accountId: id })}
                />
              )}
            </>
          )}
          <Flag
            label="Auto sync"
            hint="Posts each payment on its due date, from the opening balances on, or else from today."
            checked={autoSync}
            disabled={isRunning}
            onChange={(checked) => change({ autoSync: checked })}
          />
          <OwnTracking
            tracking={tracked}
            value={tracking}
            isDisabled={isRunning}
            onChange={(chosen) => changeAll('tracking', { tracking: chosen })}
          />
          <MissingFields labels={missing} />
          {isNarrow && outcome}
          <FormActions
            submit="Set up and post"
            disabled={preview === null}
            isBusy={isRunning}
            onCancel={back}
          />
        </form>
      )}
      {(!isNarrow || isDone) && outcome}
      {isDone && <BulkPosting choice={{ scheduleIds: [...ready] }} onClose={back} />}
    </div>
  );
}

/** Of how many loans a payment is due on the date of the balances, by the last preview of that date. */
function useAsked(preview: SetupPlan | null, date: string): number {
  const [known, setKnown] = useState({ date, loans: 0 });
  const loans = preview?.journals.filter((journal) => journal.asksForDate).length;
  if (loans !== undefined && (known.date !== date || known.loans !== loans)) setKnown({ date, loans });
  return known.date === date ? known.loans : 0;
}
