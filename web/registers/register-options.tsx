import { ArchiveIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react';
import { useLocation } from 'wouter';
import { useMay } from '../data/account.ts';
import { store } from '../data/api.ts';
import { change } from '../data/change.ts';
import { paths, pathTo } from '../data/paths.ts';
import type { RegisterParams } from '../posting/posted.ts';
import { confirm } from '../ui/confirm.tsx';
import { markDeleted } from '../ui/deleted-pages.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { toast } from '../ui/toasts.tsx';
import { useLeave } from '../ui/unsaved.ts';
import { REGISTER_KINDS } from './kinds.tsx';
import { registerTexts } from './texts.ts';
import type { Register } from './types.ts';

interface RegisterOptionsProps {
  readonly entityId: string;
  readonly register: Register;
}

export function RegisterOptions({ entityId, register }: RegisterOptionsProps) {
  const mayEdit = useMay('edit schedules');
  const [, navigate] = useLocation();
  const leave = useLeave();
  if (!mayEdit) return null;
  const params = { entityId, registerId: register.id };
  const isArchived = register.status === 'archived';
  const list = REGISTER_KINDS[register.kind].listOf(entityId).href ?? paths.home;
  return (
    <MenuButton
      label="Options"
      items={[
        !isArchived &&
          (register.status === 'active' || register.kind === 'division-7a') && {
            label: REGISTER_KINDS[register.kind].change,
            icon: PlusIcon,
            href: pathTo(paths.registerChange, params),
          },
        !isArchived && { label: 'Edit', icon: PencilIcon, href: pathTo(paths.editRegister, params) },
        {
          label: isArchived ? 'Unarchive' : 'Archive',
          icon: ArchiveIcon,
          run: () => void setArchived(params, register),
        },
        {
          label: 'Delete',
          icon: TrashIcon,
          danger: true,
          run: () =>
            void deleteRegister(params, register, list).then(
              (isGone) => isGone && leave(() => navigate(list)),
            ),
        },
      ]}
    />
  );
}

async function setArchived(params: RegisterParams, { name, status }: Register): Promise<void> {
  const archive = status !== 'archived';
  const isSure = await confirm(
    archive
      ? {
          title: `Archive ${name}?`,
          body: 'It stays readable, but nothing more is posted. What is in Xero stays there.',
          action: 'Archive',
        }
      : { title: `Unarchive ${name}?`, body: 'Its entries can be posted again.', action: 'Unarchive' },
  );
  if (!isSure) return;
  try {
    const register = await change('POST /v1/entities/{entityId}/registers/{registerId}/archive', {
      params,
      body: { archive },
    });
    await store('GET /v1/entities/{entityId}/registers/{registerId}', { params }, register);
    toast.success(archive ? registerTexts.archived(name) : registerTexts.unarchived(name));
  } catch (error) {
    toast.failure(error, archive ? registerTexts.archive : registerTexts.unarchive);
  }
}

async function deleteRegister(
  params: RegisterParams,
  { name, posted }: Register,
  list: string,
): Promise<boolean> {
  const isSure = await confirm({
    title: `Delete ${name}?`,
    body: `This permanently deletes it with its entries and changes. ${registerTexts.remain(posted)}`,
    action: 'Delete',
    danger: true,
  });
  if (!isSure) return false;
  try {
    await change('DELETE /v1/entities/{entityId}/registers/{registerId}', { params });
    markDeleted(pathTo(paths.registerPage, params), list);
    toast.success(registerTexts.deleted(name));
    return true;
  } catch (error) {
    toast.failure(error, registerTexts.delete);
    return false;
  }
}
