import {
  ArchiveIcon,
  DownloadIcon,
  EyeIcon,
  LinkExternalIcon,
  PencilIcon,
  TrashIcon,
} from '@primer/octicons-react';
import { useLocation } from 'wouter';
import { call, download, optimistically, refresh, type Answer } from '../api.ts';
import { confirm } from '../ui/confirm.tsx';
import { MenuButton, type MenuItem } from '../ui/menu-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { useMay } from '../users/account.ts';
import type { Schedule } from './draft.ts';
import { saveFile } from '../ui/save-file.ts';
import { scheduleTexts } from './texts.ts';

/** The formats that the service writes a schedule in. */
const EXPORTS = [
  {
    label: 'Export as Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  { label: 'Export as CSV', mediaType: 'text/csv' },
] as const;

interface ScheduleOptionsProps {
  readonly entity: Answer<'GET /v1/entities/{entityId}'>;
  readonly schedule: Schedule;
}

export function ScheduleOptions({ entity, schedule }: ScheduleOptionsProps) {
  const mayEdit = useMay('edit schedules');
  const [, navigate] = useLocation();
  const params = { entityId: entity.id, scheduleId: schedule.id };
  const journalUrl = schedule.openingBalanceJournalXeroUrl;
  const readingItems: readonly (MenuItem | false)[] = [
    ...EXPORTS.map(({ label, mediaType }) => ({
      label,
      icon: DownloadIcon,
      run: () => void saveExport(params, mediaType),
    })),
    journalUrl !== null && {
      label: 'View opening balances in Xero',
      icon: LinkExternalIcon,
      href: journalUrl,
      isExternal: true,
    },
  ];
  if (!mayEdit) return <MenuButton label="Options" items={readingItems} />;
  const editItem = schedule.archived
    ? { label: 'View details', icon: EyeIcon, href: `/entity/${entity.id}/${schedule.id}/edit` }
    : { label: 'Edit', icon: PencilIcon, href: `/entity/${entity.id}/${schedule.id}/edit` };
  return (
    <MenuButton
      label="Options"
      items={[
        editItem,
        ...readingItems,
        {
          label: schedule.archived ? 'Unarchive' : 'Archive',
          icon: ArchiveIcon,
          run: () => void setArchived(params, schedule),
        },
        {
          label: 'Delete',
          icon: TrashIcon,
          danger: true,
          run: () =>
            void deleteSchedule(params, schedule).then((gone) => gone && navigate(`/entity/${entity.id}`)),
        },
      ]}
    />
  );
}

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

async function saveExport(params: Params, mediaType: string): Promise<void> {
  try {
    saveFile(
      await download('GET /v1/entities/{entityId}/schedules/{scheduleId}/Export', { params }, mediaType),
    );
  } catch (error) {
    toast.failure(error, scheduleTexts.download);
  }
}

async function setArchived(
  params: Params,
  { description, archived, xeroConnected }: Schedule,
): Promise<void> {
  const isSure = await confirm(
    archived
      ? {
          title: `Unarchive ${description}?`,
          body: 'It can be changed and connected to Xero again.',
          action: 'Unarchive',
        }
      : {
          title: `Archive ${description}?`,
          body: `It stays readable, but can’t be changed${xeroConnected ? ', and is no longer connected to Xero' : ''}.`,
          action: 'Archive',
        },
  );
  if (!isSure) return;
  try {
    await optimistically(
      'GET /v1/entities/{entityId}/schedules/{scheduleId}',
      { params },
      (shown) => ({ ...shown, archived: !archived, ...(!archived && { xeroConnected: false }) }),
      () =>
        call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', {
          params,
          body: { archive: !archived },
        }),
    );
    toast.success(archived ? scheduleTexts.unarchived(description) : scheduleTexts.archived(description));
    await refresh(
      'GET /v1/entities/{entityId}/schedules',
      'GET /v1/entities/{entityId}',
      'GET /v1/entities',
      'GET /v1/tenants/subscription',
    );
  } catch (error) {
    toast.failure(error, archived ? scheduleTexts.unarchive : scheduleTexts.archive);
  }
}

async function deleteSchedule(params: Params, schedule: Schedule): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${schedule.description}?`,
    body: `This deletes the schedule with its payments for good. ${scheduleTexts.whatStays(schedule.xeroDocuments)}`,
    action: 'Delete',
    danger: true,
  });
  if (!isSure) return false;
  try {
    await call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { params });
    toast.success(scheduleTexts.deleted(schedule.description));
    void refresh(
      'GET /v1/entities',
      'GET /v1/entities/{entityId}',
      'GET /v1/entities/{entityId}/schedules',
      'GET /v1/tenants/subscription',
    );
    return true;
  } catch (error) {
    toast.failure(error, scheduleTexts.delete);
    return false;
  }
}
