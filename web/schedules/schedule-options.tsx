import {
  ArchiveIcon,
  CopyIcon,
  DownloadIcon,
  EyeIcon,
  GearIcon,
  HistoryIcon,
  LinkExternalIcon,
  LogIcon,
  PencilIcon,
  PlusCircleIcon,
  PlusIcon,
  TrashIcon,
} from '@primer/octicons-react';
import { useLocation } from 'wouter';
import { type Answer } from '../data/api.ts';
import { change, optimistically } from '../data/change.ts';
import { download } from '../data/download.ts';
import { copyPath, paths, pathTo } from '../data/paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { markDeleted } from '../ui/deleted-pages.ts';
import { saveBlob } from '../ui/save-blob.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import type { MenuItem } from '../ui/menu-item.ts';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { useMay } from '../data/account.ts';
import type { Schedule, ScheduleParams } from '../data/answers.ts';
import { scheduleTexts } from '../contract/texts.ts';

/** Export formats of the service. */
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
  const leave = useLeave();
  const params = { entityId: entity.id, scheduleId: schedule.id };
  const journalUrl = schedule.openingBalanceJournalXeroUrl;
  const readingItems: readonly (MenuItem | false)[] = [
    { label: 'History', icon: HistoryIcon, href: pathTo(paths.history, params) },
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
    ? { label: 'View details', icon: EyeIcon, href: pathTo(paths.editSchedule, params) }
    : { label: 'Edit', icon: PencilIcon, href: pathTo(paths.editSchedule, params) };
  return (
    <MenuButton
      label="Options"
      items={[
        !schedule.archived &&
          schedule.status === 'active' && {
            label: 'Record a change',
            icon: PlusIcon,
            href: pathTo(paths.recordChange, params),
          },
        !schedule.archived && {
          label: schedule.kind === 'premium-funding' ? 'Spread the premium' : 'Spread borrowing costs',
          icon: PlusIcon,
          href: `${pathTo(paths.newSpread, { entityId: entity.id })}?schedule=${schedule.id}`,
        },
        editItem,
        schedule.archived && {
          label: 'View account settings',
          icon: GearIcon,
          href: pathTo(paths.accountSettings, params),
        },
        ...(schedule.xeroConnected ? accountItems(params) : []),
        { label: 'Duplicate', icon: CopyIcon, href: copyPath(params) },
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
            void deleteSchedule(params, schedule).then(
              (gone) => gone && leave(() => navigate(pathTo(paths.entity, { entityId: entity.id }))),
            ),
        },
      ]}
    />
  );
}

/** The specification's pages of a connected schedule. */
const accountItems = (params: ScheduleParams): readonly MenuItem[] => [
  { label: 'Create accounts', icon: PlusCircleIcon, href: pathTo(paths.createAccounts, params) },
  { label: 'Account settings', icon: GearIcon, href: pathTo(paths.accountSettings, params) },
  { label: 'Opening balances journal', icon: LogIcon, href: pathTo(paths.openingJournal, params) },
];

async function saveExport(params: ScheduleParams, mediaType: string): Promise<void> {
  try {
    const { name, blob } = await download(
      'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export',
      { params },
      mediaType,
    );
    saveBlob(name, blob);
  } catch (error) {
    toast.failure(error, scheduleTexts.download);
  }
}

async function setArchived(
  params: ScheduleParams,
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
      'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive',
      { params, body: { archive: !archived } },
    );
    toast.success(archived ? scheduleTexts.unarchived(description) : scheduleTexts.archived(description));
  } catch (error) {
    toast.failure(error, archived ? scheduleTexts.unarchive : scheduleTexts.archive);
  }
}

async function deleteSchedule(params: ScheduleParams, schedule: Schedule): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${schedule.description}?`,
    body: `This permanently deletes the schedule with its payments. ${scheduleTexts.documentsRemain(schedule.xeroDocuments)}`,
    action: 'Delete',
    danger: true,
  });
  if (!isSure) return false;
  try {
    await change('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { params });
    markDeleted(pathTo(paths.schedule, params), pathTo(paths.entity, params));
    toast.success(scheduleTexts.deleted(schedule.description));
    return true;
  } catch (error) {
    toast.failure(error, scheduleTexts.delete);
    return false;
  }
}
