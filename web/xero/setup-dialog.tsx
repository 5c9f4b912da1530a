import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { Dialog } from '@primer/react';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { HIRE_PURCHASE_FIELDS } from './account-fields.ts';
import type { Schedule } from '../schedules/draft.ts';
import { paths, pathTo } from '../paths.ts';
import { xeroTexts } from './texts.ts';
import './setup-dialog.css';

interface SetupDialogProps {
  readonly params: { readonly entityId: string; readonly scheduleId: string };
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

interface Step {
  readonly title: string;
  readonly text: string;
  readonly path: (typeof paths)['createAccounts' | 'accountSettings' | 'openingJournal'];
  readonly isDone: boolean;
  readonly isDisabled: boolean;
}

/** The three steps that make a connected schedule ready to sync. */
export function SetupDialog({ params, schedule, onClose }: SetupDialogProps) {
  const [, navigate] = useLocation();
  const steps = stepsOf(schedule);
  const next = useRef<HTMLButtonElement>(null);
  const todo = steps.find(({ isDone, isDisabled }) => !isDone && !isDisabled);
  const follow = ({ path }: Step): void => navigate(`${pathTo(path, params)}?setup=1`);
  return (
    <Dialog
      title="Xero setup"
      subtitle={schedule.description}
      width="520px"
      {...(todo
        ? { initialFocusRef: next }
        : {
            footerButtons: [{ content: 'Done', buttonType: 'primary', autoFocus: true, onClick: onClose }],
          })}
      onClose={onClose}
    >
      <ol className="setup">
        {steps.map((step, index) => (
          <li key={step.path}>
            <button
              type="button"
              className="setup-step"
              ref={step === todo ? next : undefined}
              disabled={step.isDisabled}
              onClick={() => follow(step)}
            >
              <span className="setup-mark" data-done={step.isDone || undefined}>
                {step.isDone ? <CheckCircleFillIcon size={20} aria-label="Done" /> : <CircleIcon size={20} />}
              </span>
              <span>
                <span className="setup-title">
                  {index + 1}. {step.title}
                </span>
                <span className="setup-text">{step.text}</span>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {!todo && <p className="setup-end">{xeroTexts.setupDone}</p>}
    </Dialog>
  );
}

function stepsOf({
  xeroAccount,
  xeroSyncReady,
  openingBalanceJournalId,
  openingBalanceJournalOutOfDate,
}: Schedule): Step[] {
  const hasAccounts = HIRE_PURCHASE_FIELDS.every((field) => xeroAccount[field] !== null);
  return [
    {
      title: 'Create accounts',
      text: 'Four liability accounts for the contract in Xero.',
      path: paths.createAccounts,
      isDone: hasAccounts,
      isDisabled: false,
    },
    {
      title: 'Account settings',
      text: 'The accounts that payments post to, and auto sync.',
      path: paths.accountSettings,
      isDone: xeroSyncReady,
      isDisabled: false,
    },
    {
      title: 'Opening balances journal',
      text: 'Bring existing balances into Xero as at a date. Earlier payments won’t be posted.',
      path: paths.openingJournal,
      isDone: openingBalanceJournalId !== null && !openingBalanceJournalOutOfDate,
      isDisabled: !hasAccounts,
    },
  ];
}
