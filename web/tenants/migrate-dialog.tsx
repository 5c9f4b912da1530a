import { useState } from 'react';
import { type Answer } from '../data/api.ts';
import { change } from '../data/change.ts';
import { ApiError } from '../data/problem.ts';
import { confirm } from '../ui/confirm.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { tenantTexts } from './texts.ts';

type Tenant = Answer<'GET /v1/tenants'>[number];

interface MigrateDialogProps {
  readonly entities: readonly string[];
  readonly targets: readonly Tenant[];
  readonly onMigrated: () => void;
  readonly onClose: () => void;
}

/** Asks for the target organisation; if a name is taken there, whether to merge the entities. */
export function MigrateDialog({ entities, targets, onMigrated, onClose }: MigrateDialogProps) {
  const [targetId, setTargetId] = useState(targets.length === 1 ? (targets[0]?.id ?? '') : '');
  const target = targets.find(({ id }) => id === targetId);
  const migrate = async (): Promise<void> => {
    if (!target) return;
    try {
      const report = await migrateOrMerge(entities, target);
      if (!report) return;
      reportMigration(report, target);
      onMigrated();
      onClose();
    } catch (error) {
      toast.failure(error, tenantTexts.migrate);
      throw error;
    }
  };
  return (
    <FormDialog
      title={entities.length === 1 ? 'Migrate 1 entity' : `Migrate ${entities.length} entities`}
      submit="Migrate"
      disabled={!target}
      onSubmit={migrate}
      onClose={onClose}
    >
      <SelectField
        label="Target organisation"
        required
        choices={targets.map((tenant) => ({ value: tenant.id, label: tenant.name }))}
        value={targetId}
        onChange={setTargetId}
      />
    </FormDialog>
  );
}

type Report = Answer<'POST /v1/entities/migrate'>;

/** Returns the report; null if the user declined to merge. */
async function migrateOrMerge(entities: readonly string[], target: Tenant): Promise<Report | null> {
  const body = { entities: [...entities], targetTenantId: target.id };
  try {
    return await change('POST /v1/entities/migrate', { body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem.code !== 'migration/name-taken') throw error;
    const mayMerge = await confirm({
      title: 'Merge entities?',
      body: `${error.message} Their schedules can go into the entity of that name.`,
      action: 'Merge',
    });
    if (!mayMerge) return null;
    return change('POST /v1/entities/migrate', { body: { ...body, mergeConflicts: true } });
  }
}

function reportMigration({ entities, errors }: Report, target: Tenant): void {
  if (entities.length > 0) toast.success(tenantTexts.migrated(entities.length, target.name));
  for (const { message } of errors) toast.error(message);
}
