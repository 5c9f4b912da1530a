import type { ReactNode } from 'react';
import { scheduleTexts } from '../contract/texts.ts';
import { ScheduleTabs } from '../contract/schedule-tabs.tsx';
import { useMay } from '../data/account.ts';
import { useApi } from '../data/api.ts';
import type { Entity, Schedule } from '../data/answers.ts';
import { entityCrumbs, HOME_CRUMBS } from '../ui/crumbs.ts';
import { deferred } from '../ui/deferred.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { FactsSkeleton } from '../ui/skeleton.tsx';
import { DisconnectedNotice } from '../xero/disconnected-notice.tsx';
import { IntegrationButton } from './integration-button.tsx';
import { ScheduleFacts, ScheduleState } from './schedule-facts.tsx';
import { ScheduleOptions } from './schedule-options.tsx';

const RefinanceNotice = deferred(
  async () => (await import('../events/refinance-notice.tsx')).RefinanceNotice,
);

interface ScheduleFrameProps {
  readonly entity: Entity;
  readonly schedule: Schedule;
  readonly shown: 'Payments' | 'History';
  /** The main action of the tab. */
  readonly action: ReactNode;
  /** Notices of the tab, above the facts. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** The head, the actions and the facts of a schedule, above the tab that is shown. */
export function ScheduleFrame({ entity, schedule, shown, action, notices, children }: ScheduleFrameProps) {
  const maySync = useMay('sync payments');
  const lockDate = useLockDate(entity);
  return (
    <Page
      title={schedule.description}
      documentTitle={shown === 'History' ? `History of ${schedule.description}` : schedule.description}
      above={entityCrumbs(entity.id, entity)}
      subtitle={<ScheduleState schedule={schedule} />}
      isSticky
      actions={
        <>
          {maySync && !schedule.archived && <IntegrationButton entity={entity} schedule={schedule} />}
          {action}
          <ScheduleOptions entity={entity} schedule={schedule} />
        </>
      }
    >
      <DisconnectedNotice entity={entity} />
      {schedule.archived && <Notice tone="info">{scheduleTexts.archivedNotice}</Notice>}
      {schedule.openingBalanceJournalOutOfDate && (
        <Notice tone="warning">{scheduleTexts.journalOutOfDate}</Notice>
      )}
      {schedule.events.some(({ newScheduleId }) => newScheduleId !== null) && (
        <RefinanceNotice entityId={entity.id} schedule={schedule} />
      )}
      {notices}
      <ScheduleFacts schedule={schedule} lockDate={lockDate} />
      <ScheduleTabs params={{ entityId: entity.id, scheduleId: schedule.id }} shown={shown} />
      {children}
    </Page>
  );
}

/** The place of the frame until its schedule is loaded. */
export function ComingScheduleFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Page title="" above={HOME_CRUMBS}>
      <FactsSkeleton count={5} />
      {children}
    </Page>
  );
}

/** Returns the lock date of the Xero organisation; undefined without one. */
export function useLockDate(entity: Entity): string | undefined {
  const params = { entityId: entity.id };
  const { data } = useApi('GET /v1/entities/{entityId}/LockDate', entity.hasXeroLink ? { params } : null);
  return data?.hasLockDate ? data.lockDate : undefined;
}
