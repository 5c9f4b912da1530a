import { Redirect, useLocation, useParams, useSearchParams } from 'wouter';
import { paths, pathTo } from '../data/paths.ts';
import { scheduleTexts } from '../contract/texts.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { scheduleCrumbs } from '../ui/crumbs.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/skeleton.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useAccounts } from '../xero/use-accounts.ts';
import { ChangeForm } from './change-form.tsx';
import { isChangeKind, KINDS } from './kinds.ts';
import { kindsFor, refusalOfChange } from './refusal.ts';

/** The form of one kind of change. */
export function ChangePage() {
  const { entityId = '', scheduleId = '', kind = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const [parameters] = useSearchParams();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const accounts = useAccounts(entity);
  useLoadFailure(error, scheduleTexts.load);
  const params = { entityId, scheduleId };
  const above = pathTo(paths.recordChange, params);
  const isRefused =
    schedule &&
    (refusalOfChange(schedule) !== undefined || !kindsFor(schedule).some((each) => each === kind));
  if (!isChangeKind(kind) || isRefused) {
    return <Redirect to={above} replace />;
  }
  return (
    <Page
      title={KINDS[kind].title}
      documentTitle={schedule && `${KINDS[kind].title} of ${schedule.description}`}
      above={[...scheduleCrumbs(params, entity, schedule), { label: 'Record a change', href: above }]}
      subtitle={KINDS[kind].text}
    >
      {entity && schedule ? (
        <ChangeForm
          key={`${schedule.id} ${kind}`}
          kind={kind}
          params={params}
          schedule={schedule}
          accounts={accounts}
          given={{
            payoutFigure: parameters.get('figure') ?? '',
            settledFrom: parameters.get('settled_from') ?? '',
          }}
          onDone={() => leave(() => navigate(pathTo(paths.schedule, params)))}
          onCancel={() => navigate(above)}
        />
      ) : (
        <CardSkeleton columns={2} />
      )}
    </Page>
  );
}
