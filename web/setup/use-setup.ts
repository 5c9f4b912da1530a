import { useEffect } from 'react';
import { useLocation, useParams } from 'wouter';
import { useApi, type Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { scheduleCrumbs } from '../ui/crumbs.ts';
import { useLoadFailure } from '../ui/load-failure.ts';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useSchedule } from '../data/use-schedule.ts';
import { xeroTexts } from '../xero/texts.ts';

const NONE: NonNullable<Answer<'GET /v1/entities/{entityId}/accounts'>> = [];

interface SetupOptions {
  readonly loadFailure?: string;
  readonly includeArchived?: boolean;
}

/**
 * Returns the data that the pages on parts of the set-up share, and the way back. `includeArchived` adds archived accounts, whose codes and names are taken too.
 */
export function useSetup({
  loadFailure = xeroTexts.loadAccounts,
  includeArchived = false,
}: SetupOptions = {}) {
  const { entityId = '', scheduleId = '' } = useParams();
  const [, navigate] = useLocation();
  const leave = useLeave();
  const { entity, schedule, error } = useSchedule(entityId, scheduleId);
  const { data: accounts, error: accountsError } = useApi(
    'GET /v1/entities/{entityId}/accounts',
    entity?.hasXeroLink
      ? { params: { entityId }, ...(includeArchived && { query: { IncludeArchived: 'true' } }) }
      : null,
  );
  const page = pathTo(paths.schedule, { entityId, scheduleId });
  useLoadFailure(error ?? accountsError, loadFailure);
  /** An archived schedule isn't connected; its pages are read-only or say so. */
  const isRefused = schedule !== undefined && !schedule.archived && !schedule.xeroConnected;
  useEffect(() => {
    if (!isRefused) return;
    toast.error(xeroTexts.notReady);
    navigate(page, { replace: true });
  }, [isRefused, page, navigate]);
  return {
    params: { entityId, scheduleId },
    entity,
    schedule,
    accounts: entity?.hasXeroLink === false ? NONE : accounts,
    above: scheduleCrumbs({ entityId, scheduleId }, entity, schedule),
    goBack: () => navigate(page, { replace: true }),
    /** Goes back once all is saved. */
    finish: () => leave(() => navigate(page, { replace: true })),
  };
}

/** Redirects back with a warning from pages that an archived schedule doesn't allow. */
export function useArchivedWarning(isArchived: boolean | undefined, text: string, goBack: () => void): void {
  useEffect(() => {
    if (!isArchived) return;
    toast.warning(text);
    goBack();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a schedule
  }, [isArchived, text]);
}
