import { CheckCircleFillIcon, CircleIcon } from '@primer/octicons-react';
import { Dialog } from '@primer/react';
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { areLiabilitiesMapped, isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import { useApi, type Answer } from '../data/api.ts';
import { MissingFields } from '../ui/missing-fields.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { useUnsavedChanges } from '../ui/unsaved.ts';
import { ACCOUNT_LABELS, SHARED_FIELDS, type LedgerAccount } from './account-fields.ts';
import { AccountFailures, AccountTable } from './account-table.tsx';
import {
  changesAccounts,
  changesSettings,
  confirmAccountChange,
  initialSettings,
  saveSettings,
  SettingsFields,
  type Settings,
} from './settings-fields.tsx';
import { SetupOpening, useOpening } from './setup-opening.tsx';
import { SetupLink } from './setup-link.tsx';
import { xeroTexts } from './texts.ts';
import { useNewAccounts } from './use-new-accounts.ts';
import type { Schedule } from '../data/answers.ts';
import './setup-dialog.css';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

interface SetupDialogProps {
  readonly params: Params;
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
  readonly schedule: Schedule;
  readonly onClose: () => void;
}

/** Everything that makes a connected schedule ready to sync, in three sections with one primary button. */
export function SetupDialog(props: SetupDialogProps) {
  const params = { entityId: props.params.entityId };
  const { data: accounts } = useApi('GET /v1/entities/{entityId}/accounts', { params });
  const { data: taken } = useApi('GET /v1/entities/{entityId}/accounts', {
    params,
    query: { IncludeArchived: 'true' },
  });
  if (accounts && taken) return <Setup {...props} accounts={accounts} taken={taken} />;
  return (
    <SetupFrame schedule={props.schedule} onClose={props.onClose} buttons={[]}>
      <TableSkeleton columns={3} rows={8} />
    </SetupFrame>
  );
}

interface SetupProps extends SetupDialogProps {
  readonly accounts: readonly LedgerAccount[];
  /** With archived accounts, whose codes and names are taken too. */
  readonly taken: readonly LedgerAccount[];
}

function Setup({ params, entity, schedule, onClose, accounts, taken }: SetupProps) {
  const added = useNewAccounts(params, schedule, taken);
  const [start, setStart] = useState(() => initialSettings(schedule, accounts, entity));
  const [settings, setSettings] = useState(start);
  const [isBusy, setBusy] = useState(false);
  const hasAccounts = areLiabilitiesMapped(schedule.xeroAccount);
  const opening = useOpening(params, schedule, accounts);
  useUnsavedChanges(added.isTyped || opening.isTyped || JSON.stringify(settings) !== JSON.stringify(start));
  const creates = added.rows.some(({ isIncluded }) => isIncluded);
  const missing = SHARED_FIELDS.filter((field) => !settings.mapping[field]);
  const chosen: Settings = {
    ...settings,
    mapping: { ...schedule.xeroAccount, ...sharedOf(settings.mapping) },
  };
  const isUnsaved = creates || !schedule.xeroSyncReady || changesSettings(chosen, schedule, entity);
  const save = async (): Promise<void> => {
    if (changesAccounts(chosen, schedule) && !(await confirmAccountChange(schedule))) return;
    const created = creates ? await added.create() : {};
    if (created === null) return;
    const mapping = { ...chosen.mapping, ...created };
    if (!isMappingComplete(mapping)) return;
    await saveSettings(params, chosen, mapping);
    setStart(settings);
  };
  const run = async (work: () => Promise<void>, failure: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.failure(error, failure);
    }
    setBusy(false);
  };
  const close = { content: schedule.xeroSyncReady ? 'Close' : 'Cancel', onClick: onClose, disabled: isBusy };
  const primary = (content: string, disabled: boolean, onClick: () => void) =>
    ({ content, buttonType: 'primary', loading: isBusy, disabled, onClick }) as const;
  const buttons = isUnsaved
    ? [
        close,
        primary(
          creates ? 'Create accounts and save' : 'Save settings',
          missing.length > 0 || (!creates && !hasAccounts),
          () => void run(save, xeroTexts.saveAccounts),
        ),
      ]
    : opening.isPosted
      ? [primary('Done', false, onClose)]
      : [
          close,
          primary(
            'Post opening balances',
            !opening.isPostable,
            () => void run(opening.post, xeroTexts.postJournal),
          ),
        ];
  return (
    <SetupFrame schedule={schedule} onClose={onClose} buttons={buttons}>
      <Section title="1. Create accounts" isDone={hasAccounts && !creates}>
        <p className="setup-text">
          Four liability accounts for the contract in Xero.{' '}
          <SetupLink page="accountSettings" params={params}>
            Use existing accounts
          </SetupLink>
        </p>
        <AccountFailures rows={added.rows} />
        <AccountTable {...added} />
      </Section>
      <Section title="2. Account settings" isDone={!isUnsaved}>
        <SettingsFields
          fields={SHARED_FIELDS}
          settings={settings}
          accounts={accounts}
          isReadOnly={false}
          onChange={setSettings}
        />
        <MissingFields labels={missing.map((field) => ACCOUNT_LABELS[field])} />
      </Section>
      <Section
        title="3. Opening balances journal"
        isDone={opening.isPosted && !schedule.openingBalanceJournalOutOfDate}
      >
        <SetupOpening params={params} schedule={schedule} accounts={accounts} opening={opening} />
      </Section>
      {!isUnsaved && opening.isPosted && (
        <p className="setup-end" role="status">
          {xeroTexts.setupDone}
        </p>
      )}
    </SetupFrame>
  );
}

const sharedOf = (mapping: Schedule['xeroAccount']): Partial<Schedule['xeroAccount']> =>
  Object.fromEntries(SHARED_FIELDS.map((field) => [field, mapping[field]]));

interface SetupFrameProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
  readonly buttons: NonNullable<ComponentProps<typeof Dialog>['footerButtons']>;
  readonly children: ReactNode;
}

function SetupFrame({ schedule, onClose, buttons, children }: SetupFrameProps) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      title="Xero setup"
      subtitle={schedule.description}
      width="600px"
      position={{ narrow: 'fullscreen', regular: 'center' }}
      footerButtons={buttons}
      initialFocusRef={content}
      onClose={onClose}
    >
      <div className="setup" ref={content} tabIndex={-1}>
        {children}
      </div>
    </Dialog>
  );
}

interface SectionProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

function Section({ title, isDone, children }: SectionProps) {
  return (
    <section className="setup-section" aria-label={title}>
      <h2 className="setup-title">
        <span className="setup-mark" data-done={isDone || undefined}>
          {isDone ? <CheckCircleFillIcon aria-label="Done" /> : <CircleIcon />}
        </span>
        {title}
      </h2>
      {children}
    </section>
  );
}
