import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Tenant, usePlan } from '../data/account.ts';
import { useApi } from '../data/api.ts';
import { counted } from '../data/counted.ts';
import { paths } from '../data/paths.ts';
import { messageOf } from '../data/problem.ts';
import { FormDialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { tenantTexts } from './texts.ts';

interface DeleteOrganisationProps {
  readonly tenant: Tenant;
  readonly onExport: () => void;
  readonly onDelete: () => Promise<void>;
  readonly onClose: () => void;
}

/** Deletes the selected organisation once its name is typed: says what it holds, and offers all of it as files. */
export function DeleteOrganisation({
  tenant: { name },
  onExport,
  onDelete,
  onClose,
}: DeleteOrganisationProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const { data: entities, error: entitiesError } = useApi('GET /v1/entities', {});
  const { data: users, error: usersError } = useApi('GET /v1/tenants/users', {});
  const plan = usePlan();
  const isPaid = plan !== undefined && plan.maxConnections > 0;
  const submit = async (): Promise<void> => {
    try {
      await onDelete();
      onClose();
    } catch (problem) {
      setError(messageOf(problem, tenantTexts.delete));
      throw problem;
    }
  };
  const schedules = entities?.reduce((sum, { schedulesCount }) => sum + schedulesCount, 0) ?? 0;
  return (
    <FormDialog
      title={`Delete ${name}?`}
      submit="Delete organisation"
      danger
      disabled={typed.trim() !== name || isPaid || plan === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="card-text" role="status">
        {entities && users
          ? `Deletes ${counted(entities.length, 'entity', 'entities')}, ${counted(schedules, 'schedule')} and the access of ${counted(users.tenantUsers.length, 'user')} permanently. Transactions in Xero remain.`
          : (entitiesError ?? usersError)
            ? 'Deletes all entities, all schedules and the access of all users permanently. Transactions in Xero remain.'
            : 'Counting what is deleted…'}
      </p>
      {isPaid && (
        <Notice tone="warning" action={<Link href={paths.billing}>Billing &amp; Subscription</Link>}>
          {name} is subscribed to {plan.name}. Please end the subscription first.
        </Notice>
      )}
      <div>
        <Button leadingVisual={DownloadIcon} onClick={onExport}>
          Export all data
        </Button>
      </div>
      <TextField
        label={`Type “${name}” to delete it`}
        error={error}
        required
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
