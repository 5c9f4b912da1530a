import { PencilIcon, SyncIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { RegisterAttachments } from '../attachments/attachments.tsx';
import { useMay } from '../data/account.ts';
import type { Entity } from '../data/answers.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import type { DeviatingEntry } from '../posting/accept-document.ts';
import { documentTexts } from '../posting/document-texts.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { PostingResult } from '../posting/posting-result.tsx';
import { HOME_CRUMBS } from '../ui/crumbs.ts';
import { confirm } from '../ui/confirm.tsx';
import { today } from '../ui/dates.ts';
import { deferred } from '../ui/deferred.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { CardSkeleton, FactsSkeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toasts.tsx';
import { XeroButton } from '../xero/xero-button.tsx';
import { ChangesTable } from './changes-table.tsx';
import { EntriesTable } from './entries-table.tsx';
import { EntrySelectionBar } from './entry-selection-bar.tsx';
import { RegisterOptions } from './register-options.tsx';
import { crumbsOf, FiguresAbove, FiguresBelow, missingRoles, wordsOf } from './kinds.tsx';
import { registerTexts } from './texts.ts';
import type { Register, RegisterEntry } from './types.ts';
import { useEntryPosting } from './use-entry-posting.ts';
import { useRegister } from './use-register.ts';
import './registers.css';

const EntryReview = deferred(async () => (await import('./entry-review.tsx')).EntryReview);
const AcceptDialog = deferred(async () => (await import('../posting/accept-dialog.tsx')).AcceptDialog);
const EntryReversal = deferred(async () => (await import('./entry-reversal.tsx')).EntryReversal);

/** A register with its entries and changes. */
export function RegisterPage() {
  const { entityId = '', registerId = '' } = useParams();
  const { entity, register } = useRegister(entityId, registerId);
  if (!entity || !register) {
    return (
      <Page title="" above={HOME_CRUMBS}>
        <FactsSkeleton count={5} />
        <CardSkeleton columns={5} />
      </Page>
    );
  }
  return <LoadedRegister key={register.id} entity={entity} register={register} />;
}

interface LoadedProps {
  readonly entity: Entity;
  readonly register: Register;
}

type OpenDialog =
  | { readonly kind: 'review'; readonly entries: readonly RegisterEntry[] }
  | { readonly kind: 'reverse' | 'accept'; readonly entry: RegisterEntry };

function LoadedRegister({ entity, register }: LoadedProps) {
  const params = { entityId: entity.id, registerId: register.id };
  const maySync = useMay('sync payments') && register.status !== 'archived';
  const mayChange = useMay('edit schedules') && register.status !== 'archived';
  const accounts = useAccounts(entity);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const posting = useEntryPosting(params, (numbers) =>
    setChosen((before) => before.difference(new Set(numbers))),
  );
  const selected = register.entries.filter(({ number, state }) => state === 'open' && chosen.has(number));
  const obstacle = obstacleOf(entity, register);
  const review = (entries: readonly RegisterEntry[]): void => {
    if (obstacle === null) setDialog({ kind: 'review', entries });
    else toast.error(obstacle);
  };
  const due = register.entries.filter(({ state, date }) => state === 'open' && date <= today());
  const close = (): void => setDialog(null);
  return (
    <Page
      title={register.name}
      above={crumbsOf(entity, register.kind, entity.id)}
      subtitle={<Subtitle entityId={entity.id} register={register} />}
      isSticky
      actions={
        <>
          {maySync && (
            <Button
              leadingVisual={SyncIcon}
              variant="primary"
              disabled={(selected.length === 0 && due.length === 0) || posting.progress !== null}
              onClick={() => review(selected.length > 0 ? selected : due)}
            >
              {selected.length > 0 || due.length === 0 ? 'Post selected' : `Post ${due.length} due`}
            </Button>
          )}
          <RegisterOptions entityId={entity.id} register={register} />
        </>
      }
    >
      <StateNotices entity={entity} register={register} />
      <PostingResult what="entry" posting={posting} />
      <FiguresAbove
        entityId={entity.id}
        register={register}
        recordHref={mayChange ? pathTo(paths.registerChange, params) : null}
      />
      <div className="card">
        <EntriesTable
          register={register}
          chosen={chosen}
          maySync={maySync && posting.progress === null}
          onChoose={setChosen}
          onReverse={(entry) => setDialog({ kind: 'reverse', entry })}
          onPostAgain={(entry) => void postAgain(params, entry)}
          onAccept={(entry) => setDialog({ kind: 'accept', entry })}
        />
      </div>
      <ChangesTable params={params} register={register} />
      <FiguresBelow register={register} />
      <RegisterAttachments params={params} mayEdit={mayChange} />
      <EntrySelectionBar
        selected={selected}
        posting={posting}
        onPost={() => review(selected)}
        onClear={() => setChosen(new Set())}
      />
      {dialog?.kind === 'review' && (
        <EntryReview
          entries={dialog.entries}
          accounts={accounts}
          onConfirm={() => {
            close();
            posting.start(dialog.entries.map(({ number }) => number));
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'accept' && (
        <AcceptDialog
          params={{ entityId: entity.id }}
          document={deviationOf(register, dialog.entry)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'reverse' && <EntryReversal params={params} entry={dialog.entry} onClose={close} />}
    </Page>
  );
}

/** The journal of an entry, with the differences in Xero from it in sentences. */
const deviationOf = (
  { id: registerId }: Register,
  { number, xeroStatus, xeroDifferences }: RegisterEntry,
): DeviatingEntry => ({
  kind: 'entry',
  registerId,
  number,
  subject: `entry ${number}`,
  differences: xeroStatus === 'missing' ? [`${documentTexts.missing}.`] : xeroDifferences,
});

/** Voids the journal of an entry that is out of date or differs in Xero, and posts the entry as it is now. */
async function postAgain(params: RegisterParams, { number, xeroStatus }: RegisterEntry): Promise<void> {
  const isSure = await confirm({
    title: `Post entry ${number} again?`,
    ...(xeroStatus === 'missing'
      ? { body: 'Its journal was voided in Xero. A new one is posted.', action: 'Post again' }
      : {
          body: 'Its journal is voided in Xero, and a new one is posted with the amounts of now.',
          action: 'Void and post again',
        }),
  });
  if (!isSure) return;
  try {
    const { entries } = await change(
      'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/reversal',
      { params: { ...params, number: String(number) }, body: { mode: 'void' } },
    );
    const isEmpty = entries.some((entry) => entry.number === number && entry.state === 'empty');
    if (isEmpty) return toast.success(registerTexts.nothingLeft(number));
    const { errors } = await change('POST /v1/entities/{entityId}/registers/{registerId}/sync', {
      params,
      body: { numbers: [number] },
    });
    const [problem] = errors;
    if (problem) toast.error(problem.message);
    else toast.success(registerTexts.postedAgain(number));
  } catch (error) {
    toast.failure(error, registerTexts.post);
  }
}

/** Why entries can't be posted; null if they can. */
function obstacleOf(entity: Entity, register: Register): string | null {
  if (!entity.hasXeroLink) return registerTexts.notLinked;
  return missingRoles(register).length > 0 ? registerTexts.noAccounts : null;
}

function StateNotices({ entity, register }: LoadedProps) {
  const mayEdit = useMay('edit schedules');
  if (register.status === 'archived') return <Notice tone="info">{registerTexts.archivedNotice}</Notice>;
  if (!entity.hasXeroLink) {
    return (
      <Notice tone="info" action={mayEdit && <XeroButton entity={entity} />}>
        {registerTexts.notLinked}
      </Notice>
    );
  }
  if (missingRoles(register).length === 0) return null;
  const params = { entityId: entity.id, registerId: register.id };
  return (
    <Notice
      tone="warning"
      action={
        mayEdit && (
          <Button as={Link} href={pathTo(paths.editRegister, params)} size="small" leadingVisual={PencilIcon}>
            Choose accounts
          </Button>
        )
      }
    >
      {registerTexts.noAccounts}
    </Notice>
  );
}

function Subtitle({ entityId, register }: { readonly entityId: string; readonly register: Register }) {
  const { autoPost, status } = register;
  const words = [
    ...wordsOf(register),
    STATUSES[status],
    autoPost && status === 'active' && 'posts automatically',
  ].filter((word) => word !== '' && word !== false);
  const scheduleId = register.kind === 'spread' ? register.facts.scheduleId : null;
  return (
    <>
      {words.join(' · ')}
      {scheduleId && (
        <>
          {' · '}
          <Link href={pathTo(paths.schedule, { entityId, scheduleId })}>its loan</Link>
        </>
      )}
    </>
  );
}

const STATUSES: Readonly<Record<Register['status'], string>> = {
  active: '',
  ended: 'Ended',
  archived: 'Archived',
};
