import { DownloadIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useState } from 'react';
import { useApi } from '../data/api.ts';
import { paths } from '../data/paths.ts';
import { Page } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { DateField } from '../ui/date-field.tsx';
import { toast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { AuditEntries } from './audit-entries.tsx';
import { ACTION_NOUNS, type AuditFilter } from './audit.ts';
import { nameOf } from './name-of.ts';
import { saveAuditCsv } from './save-audit-csv.ts';
import './audit-log.css';

const EVERYONE = 'everyone';
const EVERYTHING = 'everything';

/** The audit log of the organisation, with filters and a download. */
export function AuditLog() {
  const [filter, setFilter] = useState<AuditFilter>({});
  const saving = useAction(() => saveAuditCsv(filter), toast.failure);
  const { data } = useApi('GET /v1/tenants/users', {});
  const set = (change: AuditFilter): void => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setFilter(Object.fromEntries(next));
  };
  const users = data?.tenantUsers ?? [];
  return (
    <Page
      title="Audit log"
      above={[{ label: 'Organisations', href: paths.organisations }]}
      actions={
        <Button leadingVisual={DownloadIcon} loading={saving.isBusy} onClick={saving.start}>
          Download CSV
        </Button>
      }
    >
      <form className="audit-filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <DateField label="From" value={filter.from ?? ''} onChange={(from) => set({ from })} />
        <DateField label="To" value={filter.to ?? ''} onChange={(to) => set({ to })} />
        <SelectField
          label="User"
          choices={[
            { value: EVERYONE, label: 'All users' },
            ...users.map((user) => ({ value: user.id, label: nameOf(user) })),
          ]}
          value={filter.userId ?? EVERYONE}
          onChange={(userId) => set({ userId: userId === EVERYONE ? '' : userId })}
        />
        <SelectField
          label="Action"
          choices={[{ value: EVERYTHING, label: 'All actions' }, ...ACTION_NOUNS]}
          value={filter.action ?? EVERYTHING}
          onChange={(action) => set({ action: action === EVERYTHING ? '' : action })}
        />
      </form>
      <AuditEntries key={JSON.stringify(filter)} filter={filter} />
    </Page>
  );
}
